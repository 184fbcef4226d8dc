package chart

import (
	"math"
	"slices"
	"testing"
	"time"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// withUnlisted is the S3 incident among tries that are only counted.
func withUnlisted(stepS int, counts ...int) *analyze.Report {
	r := *incident.S3()
	from := r.Attempts[0].Start.Add(-4 * time.Second).Truncate(time.Second)
	r.Coverage.Unlisted = &analyze.Unlisted{From: analyze.Time{Time: from}, StepS: stepS, Counts: counts}
	for _, n := range counts {
		r.Coverage.Attempts += max(0, n)
		r.Coverage.OK += max(0, n)
	}
	return &r
}

// TestUnlistedIsNamed: where tries went well that the report only counts, the
// picture says how many and when; elsewhere it says nothing of them.
func TestUnlistedIsNamed(t *testing.T) {
	counts := make([]int, 40)
	for i := range 4 {
		counts[4+i] = 100 * (i + 1)
	}
	counts[39] = 7 // after what is shown
	for _, size := range [][2]int{{1600, 900}, {800, 450}, {480, 320}} {
		s, m := sceneOf(t, withUnlisted(1, counts...), Options{Width: size[0], Height: size[1]})
		checkLabels(t, "unlisted", s, m)
		var texts []string
		var tall []float64
		for _, it := range s.Items {
			if it.Role == RoleLabel {
				texts = append(texts, it.Text)
			}
			if it.Role == RoleStrip {
				tall = append(tall, it.H)
			}
		}
		if !slices.Contains(texts, "1,000 more tries,") || !slices.Contains(texts, "none failed") {
			t.Errorf("%v: the tries are not named in %q", size, texts)
		}
		if len(tall) != 4 || !slices.IsSorted(tall) || math.Abs(tall[3]/tall[0]-4) > 1 {
			t.Errorf("%v: strips of the heights %v, want four that rise to four times the first", size, tall)
		}
	}
	s, _ := sceneOf(t, incident.S3(), Options{})
	if slices.ContainsFunc(s.Items, func(it Item) bool { return it.Role == RoleStrip || it.Text == "none failed" }) {
		t.Error("tries are named that are not counted")
	}
}

// TestUnlistedOfAnyReport: a report from elsewhere may hold any numbers.
func TestUnlistedOfAnyReport(t *testing.T) {
	for _, r := range []*analyze.Report{
		withUnlisted(0, 5), withUnlisted(-1, 5), withUnlisted(math.MaxInt, 5, 5), withUnlisted(1, -5, 0), withUnlisted(1 << 40),
		withUnlisted(1<<30, slices.Repeat([]int{1}, 5000)...),
	} {
		s, m := sceneOf(t, r, Options{})
		checkLabels(t, "unlisted", s, m)
	}
}
