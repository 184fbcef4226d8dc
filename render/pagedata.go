package render

import (
	"encoding/json"
	"html/template"
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// exploredTries is how many tries the zoomable timeline of a page holds, those
// that did not end well first. A try takes about 60 bytes of the page.
const exploredTries = 250_000

// longestText bounds the characters of one log text in the data of a page.
const longestText = 240

// explorerData is what the script of a page reads: columns, one value a try.
// Texts are numbers into Texts, times are milliseconds after Base, and -1
// stands for a time that the logs do not hold. Every text is visible already.
type explorerData struct {
	Base    float64          `json:"base"`    // Unix milliseconds
	Zero    float64          `json:"zero"`    // where T+ counts from, in ms after Base
	Zones   [][2]float64     `json:"zones"`   // from when, in ms after Base, which offset from UTC, in ms
	Zone    string           `json:"zone"`    // name of the zone
	Left    int              `json:"left"`    // tries that the data leave out
	Texts   []string         `json:"texts"`   // Texts[0] is ""
	Classes []explorerClass  `json:"classes"` // in the order of drawing
	Windows []explorerWindow `json:"windows"`

	ID, Process, Host, Name, Lane, Client, Remote, Operation, Exception, Message, File []int
	Why, Try, Line, Class                                                              []int
	Start, End, Took                                                                   []float64
}

type explorerClass struct {
	Key  string `json:"key"`
	Says string `json:"says"`
}

type explorerWindow struct {
	Process int       `json:"process"`
	Host    int       `json:"host"`
	Lookup  float64   `json:"lookup"`
	Opened  []float64 `json:"opened"` // earliest, latest
	Closed  []float64 `json:"closed"`
	Says    string    `json:"says"`
}

// An explorer collects the data of a page.
type explorer struct {
	data  explorerData
	base  time.Time
	texts map[string]int
}

// newExplorerData is r as the script of its page reads it.
func newExplorerData(r *analyze.Report, zone *time.Location) explorerData {
	e := explorer{base: firstInstant(r), texts: map[string]int{"": 0}}
	e.data.Texts = []string{""}
	e.data.Base = float64(e.base.UnixMicro()) / 1000
	for _, c := range words.Classes {
		e.data.Classes = append(e.data.Classes, explorerClass{string(c), words.ClassAmong(c, r.Attempts)})
	}
	e.data.Zero = e.moment(analyze.Time{Time: beginning(r)})
	list, left := rows(r, exploredTries)
	e.data.Left = left
	e.makeColumns(len(list))
	for _, t := range list {
		e.add(t)
	}
	e.data.Windows = []explorerWindow{}
	for i := range r.Windows {
		e.data.Windows = append(e.data.Windows, e.window(&r.Windows[i]))
	}
	e.zones(lastInstant(r), words.Zone(zone))
	return e.data
}

// makeColumns makes room for n tries: no column is null, also when none is there.
func (e *explorer) makeColumns(n int) {
	d := &e.data
	for _, c := range []*[]int{&d.ID, &d.Process, &d.Host, &d.Name, &d.Lane, &d.Client, &d.Remote, &d.Operation, &d.Exception, &d.Message, &d.File, &d.Why, &d.Try, &d.Line, &d.Class} {
		*c = make([]int, 0, n)
	}
	for _, c := range []*[]float64{&d.Start, &d.End, &d.Took} {
		*c = make([]float64, 0, n)
	}
}

func (e *explorer) add(t row) {
	d := &e.data
	d.ID = append(d.ID, e.text(t.ID))
	d.Process = append(d.Process, e.text(t.Process))
	d.Host = append(d.Host, e.text(orEmpty(t.Host)))
	d.Name = append(d.Name, e.text(t.name))
	d.Lane = append(d.Lane, e.text(laneOf(t)))
	d.Client = append(d.Client, e.text(orEmpty(t.Client)))
	d.Remote = append(d.Remote, e.text(orEmpty(t.Remote)))
	d.Operation = append(d.Operation, e.text(t.Operation))
	d.Exception = append(d.Exception, e.text(t.Exception))
	d.Message = append(d.Message, e.text(t.Message))
	d.Why = append(d.Why, e.text(words.List(t.ClassFrom, len(t.ClassFrom))))
	d.Try = append(d.Try, t.Try)
	file, line := "", 0
	if len(t.Sources) > 0 {
		file, line = t.Sources[0].File, t.Sources[0].Line
	}
	d.File = append(d.File, e.text(file))
	d.Line = append(d.Line, line)
	d.Class = append(d.Class, words.ClassNumber(t.Class))
	d.Start = append(d.Start, e.moment(t.Start))
	d.End = append(d.End, e.moment(t.End))
	took := -1.0
	if t.Duration != nil {
		took = float64(time.Duration(*t.Duration).Microseconds()) / 1000
	}
	d.Took = append(d.Took, took)
}

// laneOf is what the lane of a try is named after: its job or thread, else who
// went where.
func laneOf(t row) string {
	client, remote := orEmpty(t.Client), orEmpty(t.Remote)
	switch {
	case t.name != "":
		return t.name
	case client != "" && remote != "":
		return client + " → " + remote
	}
	return client + remote
}

func (e *explorer) window(w *analyze.Window) explorerWindow {
	closed := words.Closing(w)
	return explorerWindow{
		Process: e.text(w.Process), Host: e.text(w.Host), Lookup: e.moment(w.Lookup.Start),
		Opened: []float64{e.moment(w.Opened.Earliest), e.moment(w.Opened.Latest)},
		Closed: []float64{e.moment(closed.Earliest), e.moment(closed.Latest)},
		Says:   "cached failure, kept " + words.TTL(w.TTL),
	}
}

// text is the number of a text, shortened and made visible.
func (e *explorer) text(s string) int {
	if n, ok := e.texts[s]; ok {
		return n
	}
	n := len(e.data.Texts)
	e.texts[s] = n
	shown := []rune(words.Visible(s))
	if len(shown) > longestText {
		shown = append(shown[:longestText], '…')
	}
	e.data.Texts = append(e.data.Texts, string(shown))
	return n
}

func (e *explorer) moment(t analyze.Time) float64 {
	if t.IsZero() {
		return -1
	}
	return float64(t.UnixMicro()-e.base.UnixMicro()) / 1000
}

// zones lists the offsets of zone from the base to the last instant.
func (e *explorer) zones(last time.Time, zone *time.Location) {
	const most = 64 // changes of an offset that a page follows
	e.data.Zone = words.ZoneName(e.base, zone)
	at := e.base.In(zone)
	for len(e.data.Zones) < most {
		_, offset := at.Zone()
		since := float64(at.UnixMicro()-e.base.UnixMicro()) / 1000
		e.data.Zones = append(e.data.Zones, [2]float64{since, float64(offset) * 1000})
		_, next := at.ZoneBounds()
		if next.IsZero() || next.After(last) {
			return
		}
		at = next
	}
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// instants calls see with every instant that the timeline of a page can show.
func instants(r *analyze.Report, see func(time.Time)) {
	known := func(times ...analyze.Time) {
		for _, t := range times {
			if !t.IsZero() {
				see(t.Time)
			}
		}
	}
	for i := range r.Attempts {
		known(r.Attempts[i].Start, r.Attempts[i].End)
	}
	for i := range r.Windows {
		w := &r.Windows[i]
		known(w.Lookup.Start, w.Opened.Earliest, w.Opened.Latest, w.Closed.Earliest, w.Closed.Latest)
	}
}

func firstInstant(r *analyze.Report) (first time.Time) {
	instants(r, func(t time.Time) {
		if first.IsZero() || t.Before(first) {
			first = t
		}
	})
	return first
}

func lastInstant(r *analyze.Report) (last time.Time) {
	instants(r, func(t time.Time) {
		if t.After(last) {
			last = t
		}
	})
	return last
}

// dataElement holds d where a script can read it and no text can leave it:
// every <, > and & inside of it is written as \u003c and the like, as are the
// line separators that JSON allows and scripts do not.
func dataElement(d explorerData) (template.HTML, error) {
	b, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	return template.HTML(`<script type="application/json" id="data">` + string(b) + `</script>`), nil
}
