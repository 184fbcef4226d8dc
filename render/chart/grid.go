package chart

import (
	"time"

	"timeline/analyze"
	"timeline/render/words"
)

// A Grid is a chart in columns of characters, for terminals and mails: the same
// choice of time and lanes as the picture.
type Grid struct {
	Columns int
	Lanes   []GridLane
	Hidden  int // lanes left out
	Windows []GridWindow
	Ticks   []GridTick
	Breaks  []int // columns where idle time is cut out
	Base    time.Time

	// Unlisted counts the tries of the shown time that the report does not list, as
	// none of them failed, and UnlistedAt marks the columns in which some ended.
	Unlisted   int
	UnlistedAt []bool
}

// A GridLane is a row of cells; an empty class is an empty cell.
type GridLane struct {
	Name  string
	Group string // process and host, "" where there is one group only
	Cells []analyze.Class
	Marks []bool // the cell holds a try of which one instant is known
}

// A GridWindow is a window in columns: surely cached from Sure0 to Sure1,
// perhaps from May0 to May1. All four are inclusive.
type GridWindow struct {
	ID                       string
	Group                    string
	May0, Sure0, Sure1, May1 int
}

// A GridTick is a clock time over a column.
type GridTick struct {
	Column int
	Label  string
}

// NewGrid lays r out in so many columns and at most so many lanes; those with
// the most failures are kept.
func NewGrid(r *analyze.Report, columns, lanes int, zone *time.Location) *Grid {
	if zone == nil {
		zone = time.UTC
	}
	s := newStory(r, Options{Zone: zone})
	g := &Grid{Columns: columns, Base: s.base}
	if len(s.spans) == 0 || columns < 10 {
		return g
	}
	axis := newTimeAxis(s, 0, float64(columns), 1.0/breakWidth, 1)
	column := func(t moment) int { return min(max(int(axis.x(t)), 0), columns-1) }
	g.lanes(s, lanes, column)
	for _, t := range axis.ticks(func(s string) float64 { return float64(len(s)) + 1 }) {
		g.Ticks = append(g.Ticks, GridTick{min(int(t.x), columns-1), t.label})
	}
	for _, h := range s.unlisted() {
		if g.UnlistedAt == nil {
			g.UnlistedAt = make([]bool, columns)
		}
		g.Unlisted += h.n
		for i := column(h.from); i <= column(h.to-1); i++ {
			g.UnlistedAt[i] = true
		}
	}
	for i := 1; i < len(axis.pieces); i++ {
		g.Breaks = append(g.Breaks, int(axis.pieces[i-1].x1))
	}
	for _, group := range s.groups {
		for _, v := range group.windows {
			end := column(v.close1)
			if v.endless {
				end = columns - 1
			}
			g.Windows = append(g.Windows, GridWindow{v.w.ID, s.groupName(group), column(v.open0), column(v.open1), column(v.close0), end})
		}
	}
	return g
}

func (s *story) groupName(g *group) string {
	switch {
	case len(s.groups) == 1:
		return ""
	case g.process == "":
		return g.host
	case g.host == "":
		return g.process
	}
	return g.process + " " + g.host
}

func (g *Grid) lanes(s *story, most int, column func(moment) int) {
	top := s.topLanes(most)
	for _, group := range s.groups {
		for _, l := range group.lanes {
			if !top[l] {
				g.Hidden++
				continue
			}
			row := GridLane{Name: l.name, Group: s.groupName(group), Cells: make([]analyze.Class, g.Columns), Marks: make([]bool, g.Columns)}
			for class := range classes {
				for _, t := range l.tries {
					if t.class != class {
						continue
					}
					for c := column(t.from); c <= column(t.to); c++ {
						row.Cells[c], row.Marks[c] = words.Classes[class], t.point
					}
				}
			}
			g.Lanes = append(g.Lanes, row)
		}
	}
}
