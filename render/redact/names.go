package redact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"timeline/analyze"
)

// A kind is what a name is of.
type kind int

const (
	host kind = iota
	address
	process
	job
	thread
	operation
	file
	class
	client
	remote // an address with or without a port, or anything else
	kinds
)

var kindNames = [kinds]string{"host", "address", "process", "job", "thread", "operation", "file", "class", "client", "remote"}

// A Key leads from the labels of a redacted report back to its names. It is the
// secret of whoever redacts.
type Key struct {
	Schema string `json:"schema"`
	Names  []Name `json:"names"`
}

// KeySchema is the name and version of a written key.
const KeySchema = "timeline.redaction/v1"

// A Name is a name and the label that stands for it.
type Name struct {
	Kind     string `json:"kind"`
	Label    string `json:"label"`
	Original string `json:"original"`
}

type kinded struct {
	kind kind
	name string
}

// names gives labels to names, and knows the names that it has seen.
type names struct {
	labels  map[kinded]string
	given   [kinds]int
	v6      int
	list    []Name
	taken   map[string]bool  // names of the reports, in lower case: no label may read like one
	known   map[string]entry // by the name, for sentences
	folded  map[string]entry // by the name in lower case
	lengths []int            // of the names, longest first
}

// An entry is a name in a sentence.
type entry struct {
	label     string
	ambiguous bool // it reads like a word or a number that a sentence has of its own
}

func newNames() *names {
	return &names{labels: map[kinded]string{}, taken: map[string]bool{}, known: map[string]entry{}, folded: map[string]entry{}}
}

// reserve keeps the names of r from being used as labels.
func (n *names) reserve(r *analyze.Report) {
	for _, f := range namedFields(r) {
		n.taken[strings.TrimSuffix(strings.ToLower(*f.value), ".")] = true
	}
}

// label is the label of a name, made when it is first asked for.
func (n *names) label(k kind, name string) string {
	if l, ok := n.labels[kinded{k, name}]; ok {
		return l
	}
	if base := strings.TrimSuffix(name, "."); k == host && base != name && base != "" {
		l := n.label(host, base) + "."
		n.learn(k, name, l)
		return l
	}
	var l string
	for l == "" || n.taken[l] {
		l = n.next(k, name)
	}
	n.learn(k, name, l)
	return l
}

func (n *names) next(k kind, name string) string {
	if k == address && strings.Contains(name, ":") {
		n.v6++
		return fmt.Sprintf("2001:db8::%x", n.v6)
	}
	n.given[k]++
	no := n.given[k]
	switch k {
	case host:
		return fmt.Sprintf("host-%d.example", no)
	case address:
		return documentationAddress(no)
	case file:
		return fileLabel(name, no)
	case class:
		return fmt.Sprintf("app.Class%d", no)
	}
	return fmt.Sprintf("%s-%d", kindNames[k], no)
}

// documentationAddress is one of the three networks that RFC 5737 keeps for
// documentation, and a word when these are used up.
func documentationAddress(no int) string {
	const each = 254
	nets := []string{"192.0.2", "198.51.100", "203.0.113"}
	if i := (no - 1) / each; i < len(nets) {
		return nets[i] + "." + strconv.Itoa((no-1)%each+1)
	}
	return fmt.Sprintf("address-%d", no)
}

func (n *names) learn(k kind, name, label string) {
	n.labels[kinded{k, name}] = label
	n.list = append(n.list, Name{kindNames[k], label, name})
	e := entry{label, ambiguous(name)}
	spellings := []string{name}
	if q := strconv.Quote(name); q[1:len(q)-1] != name {
		spellings = append(spellings, q[1:len(q)-1]) // as %q writes it into a sentence
	}
	for _, s := range spellings {
		if _, ok := n.known[s]; ok {
			continue
		}
		n.known[s] = e
		if low := strings.ToLower(s); n.folded[low].label == "" {
			n.folded[low] = e
		}
		if i, ok := slices.BinarySearchFunc(n.lengths, len(s), func(have, want int) int { return want - have }); !ok {
			n.lengths = slices.Insert(n.lengths, i, len(s))
		}
	}
}

// ambiguous reports whether a sentence may hold name without meaning it.
func ambiguous(name string) bool {
	return vocabulary()[strings.ToLower(name)] || number.MatchString(name) || attemptID.MatchString(name) || len(name) < 2
}

func (n *names) key() Key {
	k := Key{Schema: KeySchema, Names: slices.Clone(n.list)}
	order := map[string]int{}
	for i, name := range kindNames {
		order[name] = i
	}
	slices.SortStableFunc(k.Names, func(a, b Name) int { return order[a.Kind] - order[b.Kind] })
	if k.Names == nil {
		k.Names = []Name{}
	}
	return k
}
