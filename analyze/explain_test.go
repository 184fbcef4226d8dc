package analyze

import "testing"

func TestDocs(t *testing.T) {
	for _, d := range Docs() {
		if d.Says == "" || d.Mechanism == "" || len(d.Evidence) == 0 || len(d.Innocent) == 0 || d.Versions == "" || len(d.References) == 0 {
			t.Errorf("%s is not wholly explained", d.ID)
		}
	}
	known := map[string]bool{}
	for _, id := range FindingIDs() {
		known[id] = true
	}
	for id := range docs {
		if !known[id] {
			t.Errorf("%s is explained, and no check finds it", id)
		}
	}
}
