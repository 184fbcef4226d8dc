package chart

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"timeline/render/internal/incident"
)

// ticksOf are the labels on an axis of 1000 pixels from a clock time on.
func ticksOf(from time.Time, length time.Duration) []string {
	a := &timeAxis{base: from, zone: from.Location(), pieces: []piece{{span{0, length}, 0, 1000}}}
	var out []string
	for _, t := range a.ticks(func(s string) float64 { return 9 * float64(len(s)) }) {
		out = append(out, t.label)
	}
	return out
}

func TestTicksAreRoundOnTheClock(t *testing.T) {
	tokyo := time.FixedZone("Asia/Tokyo", 9*3600)
	kolkata := time.FixedZone("Asia/Kolkata", 5*3600+1800)
	for _, c := range []struct {
		from   time.Time
		length time.Duration
		want   []string
	}{
		{time.Date(2026, 7, 28, 11, 45, 25, 861e6, time.UTC), 16 * time.Second,
			[]string{"11:45:26", "11:45:28", "11:45:30", "11:45:32", "11:45:34", "11:45:36", "11:45:38", "11:45:40"}},
		{time.Date(2026, 7, 28, 11, 45, 7, 0, tokyo), 90 * time.Second,
			[]string{"11:45:15", "11:45:30", "11:45:45", "11:46:00", "11:46:15", "11:46:30"}},
		{time.Date(2026, 7, 28, 22, 10, 0, 0, kolkata), 4 * time.Hour,
			[]string{"22:30", "23:00", "23:30", "00:00", "00:30", "01:00", "01:30", "02:00"}},
		{time.Date(2026, 7, 28, 11, 45, 25, 0, time.UTC), 40 * time.Millisecond,
			[]string{"11:45:25.010", "11:45:25.020", "11:45:25.030", "11:45:25.040"}},
		{time.Date(2026, 7, 28, 11, 0, 0, 0, time.UTC), 8 * 24 * time.Hour,
			[]string{"29 Jul", "30 Jul", "31 Jul", "1 Aug", "2 Aug", "3 Aug", "4 Aug", "5 Aug"}},
	} {
		if got := ticksOf(c.from, c.length); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v from %v: %q, want %q", c.length, c.from, got, c.want)
		}
	}
}

func TestBreakGaps(t *testing.T) {
	s := time.Second
	for name, c := range map[string]struct{ in, want []span }{
		"nothing":           {nil, nil},
		"one":               {[]span{{0, s}}, []span{{0, s}}},
		"short gaps stay":   {[]span{{0, s}, {30 * s, 31 * s}}, []span{{0, 31 * s}}},
		"an hour goes":      {[]span{{0, 10 * s}, {3600 * s, 3610 * s}}, []span{{0, 10 * s}, {3600 * s, 3610 * s}}},
		"order is no help":  {[]span{{3600 * s, 3610 * s}, {0, 10 * s}, {5 * s, 20 * s}}, []span{{0, 20 * s}, {3600 * s, 3610 * s}}},
		"long lived busy":   {[]span{{0, 3600 * s}, {3700 * s, 7200 * s}}, []span{{0, 7200 * s}}},
		"two of three gaps": {[]span{{0, 60 * s}, {70 * s, 80 * s}, {900 * s, 950 * s}, {9000 * s, 9010 * s}}, []span{{0, 80 * s}, {900 * s, 950 * s}, {9000 * s, 9010 * s}}},
	} {
		if got := breakGaps(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestQuietHoursDoNotSqueeze: two incidents of half a minute in a day of eight
// hours take most of the width.
func TestQuietHoursDoNotSqueeze(t *testing.T) {
	s := newStory(incident.Gaps(), Options{Zone: time.UTC})
	var shown time.Duration
	for _, p := range s.spans {
		shown += p.length()
	}
	if len(s.spans) != 2 || shown > 2*time.Minute {
		t.Errorf("%d spans of %v in all", len(s.spans), shown)
	}
	if s.outside == 0 || s.outside+len(s.tries) != len(incident.Gaps().Attempts) {
		t.Errorf("%d tries shown, %d outside", len(s.tries), s.outside)
	}
}

// TestAxisNeverRunsBack: later moments stand further right, breaks included.
func TestAxisNeverRunsBack(t *testing.T) {
	s := newStory(incident.Gaps(), Options{Zone: time.UTC})
	a := newTimeAxis(s, 100, 1500, 1, breakWidth)
	last := 0.0
	for m := moment(0); m < 8*time.Hour; m += 777 * time.Millisecond {
		x := a.x(m)
		if x < last || x < 100 || x > 1500 {
			t.Fatalf("%v stands at %v after %v", m, x, last)
		}
		last = x
	}
}

// TestBreaksTellWhatTheyHide: words in a break cover no try, and count those that it
// leaves out; a name that came back before the break is told to have recovered.
func TestBreaksTellWhatTheyHide(t *testing.T) {
	s, _ := sceneOf(t, incident.All()["gaps"], Options{})
	var texts []string
	recovered := 0
	for _, it := range s.Items {
		if it.Text == "recovered" {
			recovered++
		}
		texts = append(texts, it.Text)
	}
	for _, want := range []string{"not shown:", "4 h 59 min"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q among %q", want, texts)
		}
	}
	if recovered != 2 {
		t.Errorf("%d times recovered, want one for each window", recovered)
	}
}
