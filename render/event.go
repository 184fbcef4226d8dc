package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"timeline/analyze"
	"timeline/render/words"
)

// EventText writes what happened to a finding on one line.
func EventText(w io.Writer, event string, f *analyze.Finding) error {
	mark := ""
	if event != "new" {
		mark = ", " + event
	}
	_, err := fmt.Fprintf(w, "%s (%s%s): %s\n", words.Visible(f.ID), words.Visible(string(f.Confidence)), mark, words.Visible(f.Statement))
	return err
}

// EventJSON writes the same for programs: the finding as the report holds it,
// with the event as one more field, on one line, and without a character that
// would act in a terminal.
func EventJSON(w io.Writer, event string, f *analyze.Finding) error {
	one := withLists(&analyze.Report{Findings: []analyze.Finding{*f}})
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Event string `json:"event"`
		analyze.Finding
	}{event, one.Findings[0]})
	if err != nil {
		return err
	}
	_, err = w.Write(escapeHidden(b.Bytes()))
	return err
}
