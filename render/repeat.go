package render

import (
	"fmt"
	"slices"
	"strings"

	"timeline/analyze"
)

// A told keeps what a report has said already under which finding: findings of one
// name share their rivals and actions, and a reader wants each once.
type told struct{ under map[string]string }

func newTold() *told { return &told{map[string]string{}} }

// A telling is what of one finding is told for the first time, and under which
// findings the rest stands.
type telling struct {
	rivals   []analyze.Rival
	notShown []string
	actions  []analyze.Action

	rivalsUnder, notShownUnder, actionsUnder []string
}

// tell parts what finding number no says into new and told before.
func (t *told) tell(no int, f *analyze.Finding) telling {
	label := fmt.Sprintf("%d (%s)", no, f.ID)
	var p telling
	for _, v := range f.Rivals {
		if t.before(&p.rivalsUnder, label, "rival", v.Hypothesis, v.Status, v.Because, v.WouldDecide) {
			continue
		}
		p.rivals = append(p.rivals, v)
	}
	for _, s := range f.NotShown {
		if !t.before(&p.notShownUnder, label, "unknown", s) {
			p.notShown = append(p.notShown, s)
		}
	}
	for _, a := range f.Actions {
		if t.before(&p.actionsUnder, label, "action", a.Do, a.Effect, a.Cost, a.Check) {
			continue
		}
		var checks []string
		if a.Check != "" && t.before(&checks, label, "check", a.Check) {
			a.Check, a.Checks = "", nil
		}
		p.actions = append(p.actions, a)
	}
	return p
}

// before reports whether the parts were told before, and adds under which finding
// to a list.
func (t *told) before(list *[]string, label string, parts ...string) bool {
	key := strings.Join(parts, "\x00")
	under, ok := t.under[key]
	switch {
	case !ok:
		t.under[key] = label
	case under != label && !slices.Contains(*list, under):
		*list = append(*list, under)
	}
	return ok
}

// asUnder points to the findings that hold the rest.
func asUnder(list []string) string { return "as under " + strings.Join(list, " and ") }
