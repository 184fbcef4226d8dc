package render

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"timeline/analyze"
	"timeline/render/chart"
	"timeline/render/words"
)

// A glyph is how a class of tries looks in a cell.
type glyph struct {
	unicode, ascii string
	color          attribute
}

var glyphs = map[analyze.Class]glyph{
	analyze.ClassLookup:  {"█", "#", cyan},
	analyze.ClassWaited:  {"▒", "=", cyan},
	analyze.ClassCached:  {"▄", "x", red},
	analyze.ClassDNS:     {"◆", "?", red},
	analyze.ClassOther:   {"▲", "!", yellow},
	analyze.ClassOK:      {"·", ".", green},
	analyze.ClassUnknown: {"○", "o", dim},
}

func (p *page) glyph(c analyze.Class) string {
	g, ok := glyphs[c]
	if !ok {
		g = glyphs[analyze.ClassUnknown]
	}
	if p.opt.ASCII {
		return p.paint(g.ascii, g.color)
	}
	return p.paint(g.unicode, g.color)
}

// textLanes is how many lanes a timeline of characters shows.
const textLanes = 16

// timeline draws lanes and windows in columns of characters.
func (p *page) timeline(r *analyze.Report) {
	names := min(24, p.opt.Width/4)
	g := chart.NewGrid(r, p.opt.Width-names-3, textLanes, p.opt.Zone)
	if len(g.Lanes) == 0 {
		return
	}
	widest := len("window")
	for _, l := range g.Lanes {
		widest = max(widest, uniseg.StringWidth(p.log(l.Name)))
	}
	names = min(names, widest)
	g = chart.NewGrid(r, p.opt.Width-names-3, textLanes, p.opt.Zone)
	p.heading("timeline")
	p.ticks(g, names)
	group := ""
	for i, l := range g.Lanes {
		if l.Group != group || i == 0 {
			group = l.Group
			if group != "" {
				p.para("", "", p.log(group)+":", bold)
			}
			p.windowRows(g, group, names)
		}
		p.lane(g, l, names)
	}
	if g.Hidden > 0 {
		p.line("  and " + words.Count(g.Hidden, "more lane", "more lanes"))
	}
	p.unlisted(g, names)
	p.gridLegend(g, r.Attempts)
}

// unlisted shows when tries ended that the report counts and does not list: time
// without another mark need not be without traffic.
func (p *page) unlisted(g *chart.Grid, names int) {
	if g.Unlisted == 0 {
		return
	}
	cells := make([]string, g.Columns)
	for i, some := range g.UnlistedAt {
		cells[i] = " "
		if some {
			cells[i] = p.glyph(analyze.ClassOK)
		}
	}
	p.cells("not listed", names, cells)
	p.line("  not listed: " + words.Tries(g.Unlisted) + " in this time, none of which failed")
}

func (p *page) cells(name string, names int, cells []string) {
	name = fitCells(name, names)
	if p.opt.ASCII {
		name = strings.ReplaceAll(name, "…", "~")
	}
	p.line("  " + name + " " + strings.Join(cells, ""))
}

func (p *page) empty(g *chart.Grid) []string {
	cells := make([]string, g.Columns)
	for i := range cells {
		cells[i] = " "
	}
	for _, b := range g.Breaks {
		cells[b] = p.choose("┊", ":")
	}
	return cells
}

func (p *page) choose(unicode, ascii string) string {
	if p.opt.ASCII {
		return ascii
	}
	return unicode
}

func (p *page) ticks(g *chart.Grid, names int) {
	cells := make([]string, g.Columns)
	for i := range cells {
		cells[i] = " "
	}
	end := 0
	for _, t := range g.Ticks {
		if t.Column < end || t.Column+1+len(t.Label) > g.Columns {
			continue
		}
		for _, c := range p.choose("╷", "|") + t.Label {
			cells[t.Column] = string(c)
			t.Column++
		}
		end = t.Column + 1
	}
	zone := words.ZoneName(g.Base, p.opt.Zone)
	label := ""
	if uniseg.StringWidth(zone) <= names {
		label = zone
	}
	p.cells(label, names, cells)
}

// windowRows draws the windows of a group: solid where the failure was surely
// cached, dotted where it may have been.
func (p *page) windowRows(g *chart.Grid, group string, names int) {
	cells, any := p.empty(g), false
	for _, w := range g.Windows {
		if w.Group != group {
			continue
		}
		any = true
		for c := w.May0; c <= w.May1; c++ {
			cells[c] = p.paint(p.choose("╌", "~"), yellow)
		}
		for c := w.Sure0; c <= w.Sure1; c++ {
			cells[c] = p.paint(p.choose("━", "-"), yellow)
		}
	}
	if any {
		p.cells("window", names, cells)
	}
}

func (p *page) lane(g *chart.Grid, l chart.GridLane, names int) {
	cells := p.empty(g)
	for i, c := range l.Cells {
		switch {
		case c == "":
		case l.Marks[i] && c != analyze.ClassOK && c != analyze.ClassUnknown:
			cells[i] = p.paint(p.choose("×", "X"), glyphs[c].color)
		case l.Marks[i] && c == analyze.ClassOK:
			cells[i] = p.paint(p.choose("✓", "+"), green)
		default:
			cells[i] = p.glyph(c)
		}
	}
	p.cells(p.log(l.Name), names, cells)
}

// packed writes parts in lines without breaking any of them.
func (p *page) packed(parts []string) {
	line := ""
	for _, part := range parts {
		if line != "" && uniseg.StringWidth(line)+3+uniseg.StringWidth(part) > p.opt.Width {
			p.line(p.paint(line, dim))
			line = ""
		}
		if line == "" {
			line = "  " + part
			continue
		}
		line += "   " + part
	}
	p.line(p.paint(line, dim))
}

// gridLegend explains the signs that occur.
func (p *page) gridLegend(g *chart.Grid, tries []analyze.Attempt) {
	seen := map[analyze.Class]bool{}
	failedMarks, okMark := map[analyze.Class]bool{}, false
	for _, l := range g.Lanes {
		for i, c := range l.Cells {
			switch {
			case c == "":
			case l.Marks[i] && c == analyze.ClassOK:
				okMark = true
			case l.Marks[i] && c != analyze.ClassUnknown:
				failedMarks[c] = true
			default:
				seen[c] = true
			}
		}
	}
	var parts []string
	for _, c := range slices.Backward(words.Classes[:]) {
		if seen[c] {
			g := glyphs[c]
			parts = append(parts, p.choose(g.unicode, g.ascii)+" "+words.ClassAmong(c, tries))
		}
	}
	if len(failedMarks) > 0 {
		failed := "failed"
		if failedMarks[analyze.ClassCached] && len(failedMarks) == 1 {
			failed = "failed from the cache"
		}
		parts = append(parts, p.choose("×", "X")+" "+failed+", no duration")
	}
	if okMark {
		parts = append(parts, p.choose("✓", "+")+" succeeded, no duration")
	}
	if len(g.Windows) > 0 {
		parts = append(parts, p.choose("━", "-")+" failure cached", p.choose("╌", "~")+" perhaps cached")
	}
	if len(g.Breaks) > 0 {
		parts = append(parts, p.choose("┊", ":")+" idle time left out")
	}
	p.packed(parts)
}
