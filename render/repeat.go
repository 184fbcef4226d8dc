package render

import (
	"fmt"
	"slices"
	"strings"

	"timeline/analyze"
)

// A told keeps what a report has said already under which finding: findings of one
// name share their rivals and actions, and a reader wants each once.
type told struct{ under map[string]reference }

func newTold() *told { return &told{map[string]reference{}} }

// A reference names a finding of the report by its number and its name.
type reference struct {
	No int
	ID string
}

func (r reference) String() string { return fmt.Sprintf("%d (%s)", r.No, r.ID) }

// A telling is what of one finding is told for the first time, and under which
// findings the rest stands.
type telling struct {
	rivals   []analyze.Rival
	notShown []string
	actions  []toldAction

	rivalsUnder, notShownUnder, actionsUnder []reference
}

// A toldAction is an action whose check is left out where it was told before.
type toldAction struct {
	analyze.Action
	checkAbove bool
}

// tell parts what finding number no says into new and told before.
func (t *told) tell(no int, f *analyze.Finding) telling {
	here := reference{no, f.ID}
	var p telling
	for _, v := range f.Rivals {
		if t.before(&p.rivalsUnder, here, "rival", v.Hypothesis, v.Status, v.Because, v.WouldDecide) {
			continue
		}
		p.rivals = append(p.rivals, v)
	}
	for _, s := range f.NotShown {
		if !t.before(&p.notShownUnder, here, "unknown", s) {
			p.notShown = append(p.notShown, s)
		}
	}
	for _, a := range f.Actions {
		if t.before(&p.actionsUnder, here, "action", a.Do, a.Effect, a.Cost, a.Check) {
			continue
		}
		var checks []reference
		above := a.Check != "" && t.before(&checks, here, "check", a.Check)
		if above {
			a.Check, a.Checks = "", nil
		}
		p.actions = append(p.actions, toldAction{a, above})
	}
	return p
}

// before reports whether the parts were told before, and adds under which finding
// to a list.
func (t *told) before(list *[]reference, here reference, parts ...string) bool {
	key := strings.Join(parts, "\x00")
	under, ok := t.under[key]
	switch {
	case !ok:
		t.under[key] = here
	case under != here && !slices.Contains(*list, under):
		*list = append(*list, under)
	}
	return ok
}

// asUnder points to the findings that hold the rest.
func asUnder(list []reference) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.String()
	}
	return "as under " + strings.Join(names, " and ")
}
