// Package redact takes the names out of a report: hosts, addresses, processes,
// jobs, threads, operations, files and classes of applications. Each becomes a
// label, the same wherever it stands, so that the story can still be followed.
//
// Names are taken from the fields that hold them, and then looked for in
// sentences. What is left of a sentence is kept only where the program itself
// could have written it: a word of its own vocabulary, a number, a time, a class
// of the JDK. Everything else, above all what an application wrote into its
// messages, is masked. A name that a list of forbidden patterns would miss is
// therefore not shown either.
package redact

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"

	"timeline/analyze"
)

// Reports gives reports without names, and the key that leads from labels back
// to names. Several reports share their labels, so that they can be compared. A
// report is changed in a copy.
func Reports(reports ...*analyze.Report) ([]*analyze.Report, Key, error) {
	n := newNames()
	copies := make([]*analyze.Report, len(reports))
	for i, r := range reports {
		c, err := deepCopy(r)
		if err != nil {
			return nil, Key{}, err
		}
		copies[i] = c
		n.reserve(c)
	}
	for _, c := range copies {
		n.fields(c)
	}
	for _, c := range copies {
		n.sentences(c)
	}
	return copies, n.key(), nil
}

func deepCopy(r *analyze.Report) (*analyze.Report, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("cannot copy the report: %w", err)
	}
	c := &analyze.Report{}
	if err := json.Unmarshal(b, c); err != nil {
		return nil, fmt.Errorf("cannot copy the report: %w", err)
	}
	return c, nil
}

// A named is a field that holds a name.
type named struct {
	kind  kind
	value *string
}

// namedFields are the fields of r that hold nothing but a name, in the order of
// the report: labels are numbered in it.
func namedFields(r *analyze.Report) []named {
	var list []named
	add := func(k kind, value *string) {
		if value != nil && *value != "" {
			list = append(list, named{k, value})
		}
	}
	sources := func(all []analyze.Source) {
		for i := range all {
			add(file, &all[i].File)
		}
	}
	for i := range r.Coverage.Inputs {
		in := &r.Coverage.Inputs[i]
		add(file, &in.Path)
		add(process, &in.Process)
		for j := range in.Bad {
			add(file, &in.Bad[j].File)
		}
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		add(process, &a.Process)
		add(host, a.Host)
		add(job, &a.Job)
		add(thread, &a.Thread)
		add(operation, &a.Operation)
		add(remote, a.Remote)
		add(remote, a.Resolved)
		add(client, a.Client)
		add(class, &a.Exception)
		sources(a.Sources)
	}
	for i := range r.Windows {
		add(process, &r.Windows[i].Process)
		add(host, &r.Windows[i].Host)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		add(process, &f.Process)
		add(host, &f.Host)
		for j := range f.Evidence {
			sources(f.Evidence[j].Sources)
		}
	}
	return list
}

// fields gives every field that holds a name its label.
func (n *names) fields(r *analyze.Report) {
	for _, f := range namedFields(r) {
		*f.value = n.field(f.kind, *f.value)
	}
}

// field is the label of a name of that kind. An address is one in every field;
// a remote end that is none is read as text, as is what is no class.
func (n *names) field(k kind, value string) string {
	switch k {
	case remote:
		if port, ok := splitAddress(value); ok {
			return n.label(address, strings.TrimSuffix(value, port)) + port
		}
		return n.sweep(value, false)
	case class:
		if knownClass(value) || vocabulary()[strings.ToLower(value)] {
			return value
		}
		if !className.MatchString(value) {
			return n.sweep(value, false)
		}
	case client:
		if knownClients[strings.ToLower(value)] || knownClass(value) {
			return value
		}
	case host:
		if _, ok := splitAddress(value); ok {
			return n.label(address, value)
		}
	}
	return n.label(k, value)
}

// className is what javac accepts as a name of a class, with its packages.
var className = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$`)

// sentences rewrites all other text of r.
func (n *names) sentences(r *analyze.Report) {
	own := func(list ...*string) {
		for _, s := range list {
			*s = n.sentence(*s)
		}
	}
	all := func(list []string) {
		for i := range list {
			own(&list[i])
		}
	}
	for i := range r.Coverage.Inputs {
		in := &r.Coverage.Inputs[i]
		own(&in.Format)
		in.Zone = zoneOf(in.Zone)
		for j := range in.Bad {
			own(&in.Bad[j].Reason)
			if in.Bad[j].Text != "" {
				in.Bad[j].Text = mask // a line of the log as it is
			}
		}
	}
	all(r.Coverage.Notes)
	for i := range r.Attempts {
		a := &r.Attempts[i]
		a.Message = n.message(a.Message)
		own(&a.ID, (*string)(&a.Outcome), (*string)(&a.Class))
		all(a.ClassFrom)
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		own(&w.ID, (*string)(&w.Lookup.Cause))
		if w.Lookup.Leader != nil {
			own(w.Lookup.Leader)
		}
		all(w.Lookup.Waited)
		all(w.Cached)
		all(w.TTL.Matches)
	}
	for i := range r.Findings {
		n.finding(&r.Findings[i])
	}
	own(&r.Verdict)
}

func (n *names) finding(f *analyze.Finding) {
	own := func(list ...*string) {
		for _, s := range list {
			*s = n.sentence(*s)
		}
	}
	own(&f.ID, (*string)(&f.Confidence), &f.Statement)
	for i := range f.Evidence {
		e := &f.Evidence[i]
		own(&e.Note)
		for j := range e.Attempts {
			own(&e.Attempts[j])
		}
	}
	for i := range f.Rivals {
		v := &f.Rivals[i]
		own(&v.Hypothesis, &v.Status, &v.Because, &v.WouldDecide)
	}
	for i := range f.NotShown {
		own(&f.NotShown[i])
	}
	for i := range f.Actions {
		a := &f.Actions[i]
		own(&a.Do, &a.Effect, &a.Cost, &a.Check)
		for j := range a.Checks {
			own(&a.Checks[j].Where, &a.Checks[j].Command)
		}
	}
}

// zonePattern is what a coverage says of a zone: that times state it, or which
// one was assumed.
var zonePattern = regexp.MustCompile(`^(stated|none|mixed|local|assumed ([A-Z][A-Za-z_]+(/[A-Z][A-Za-z_-]+){0,2}|[+-]\d\d:\d\d))$`)

func zoneOf(s string) string {
	if s == "" || zonePattern.MatchString(s) {
		return s
	}
	return mask
}

// fileLabel keeps an extension that says what kind of file it was.
func fileLabel(original string, no int) string {
	ext := strings.ToLower(path.Ext(original))
	if !extensions[ext] {
		ext = ""
	}
	return fmt.Sprintf("file-%d%s", no, ext)
}

var extensions = map[string]bool{".log": true, ".json": true, ".ndjson": true, ".jsonl": true, ".txt": true, ".csv": true, ".tsv": true,
	".gz": true, ".zst": true, ".zip": true, ".tar": true, ".xml": true, ".yaml": true, ".yml": true, ".properties": true, ".conf": true, ".security": true}
