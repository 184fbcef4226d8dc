package chart

import (
	"strings"
	"testing"

	"timeline/analyze"
	"timeline/render/internal/incident"
)

// TestOldAddressIsSeen: the picture says which address was old, from when, and who
// used it afterwards.
func TestOldAddressIsSeen(t *testing.T) {
	s, _ := sceneOf(t, incident.Stale(), Options{})
	grounds := map[string]int{}
	for _, it := range s.Items {
		switch {
		case it.Role != RoleBand:
		case it.Fill == light.oldAddress:
			grounds["old"]++
		case it.Fill == light.newAddress:
			grounds["new"]++
		case it.Fill == light.staleAddress:
			grounds["old after the change"]++
		}
	}
	text := strings.Join(texts(s), "\n")
	for _, want := range []string{"old address", "old after the change", "new address", "changed by ", "at most "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
	if grounds["old"] == 0 || grounds["new"] == 0 || grounds["old after the change"] == 0 {
		t.Errorf("grounds of lanes: %v", grounds)
	}
}

// TestOldAddressToTheEnd: of an address that was never left, it is known how long
// it was used at least.
func TestOldAddressToTheEnd(t *testing.T) {
	r := *incident.Stale()
	r.Findings = append([]analyze.Finding{}, r.Findings...)
	for i := range r.Findings {
		r.Findings[i].To = analyze.Time{}
	}
	s, m := sceneOf(t, &r, Options{})
	checkLabels(t, "stale to the end", s, m)
	if text := strings.Join(texts(s), "\n"); !strings.Contains(text, "old address still in use, at least ") {
		t.Errorf("the picture does not say that it was in use to the end:\n%s", text)
	}
}

// TestOtherStoriesHaveNoAddresses: nothing is called old where no finding does.
func TestOtherStoriesHaveNoAddresses(t *testing.T) {
	for name, r := range incident.All() {
		if r.Findings != nil && strings.Contains(name, "stale") {
			continue
		}
		s, _ := sceneOf(t, r, Options{})
		for _, text := range texts(s) {
			if text == "old address" || strings.HasPrefix(text, "changed by ") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
}

// texts are the labels of a scene.
func texts(s *Scene) []string {
	var out []string
	for _, it := range s.Items {
		if it.Shape == Text {
			out = append(out, it.Text)
		}
	}
	return out
}
