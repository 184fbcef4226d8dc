package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// pairWords feeds "phase job op second", and perhaps how many seconds it took, to a
// pairer, in order, and lists the
// tries that come out as job/op start-end.
func pairWords(words ...string) (string, *pairer) {
	c := NewCollector("")
	base := time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC)
	phases := map[string]parse.Phase{"start": parse.Start, "end": parse.End, "fail": parse.Fail}
	for i, w := range words {
		var phase, job, op string
		var at, took float64
		if n, err := fmt.Sscan(w, &phase, &job, &op, &at, &took); n < 4 {
			panic(err)
		}
		duration := parse.Unset
		if took > 0 {
			duration = time.Duration(took * float64(time.Second))
		}
		c.Add(&parse.Record{
			Pos: parse.Pos{File: "f", Line: i + 1}, Time: base.Add(time.Duration(at * float64(time.Second))),
			Job: job, Operation: op, Phase: phases[phase], Duration: duration,
		})
	}
	b := &built{}
	b.pairLeftovers([]*Collector{c})
	list := tryWords(c, base.UnixNano())
	return strings.Join(list, " "), &c.pairer
}

func tryWords(c *Collector, base int64) []string {
	at := func(ns int64) string {
		if ns == unset {
			return "?"
		}
		return fmt.Sprint(float64(ns-base) / 1e9)
	}
	var list []string
	c.pairer.tries.each(func(t *try) {
		list = append(list, fmt.Sprintf("%s/%s %s-%s", c.names.list[t.job], c.names.list[t.op], at(t.start), at(t.end)))
	})
	slices.Sort(list)
	return list
}

func TestPairing(t *testing.T) {
	tests := []struct {
		name   string
		events []string
		want   string
	}{
		{"one try", []string{"start a up 1", "end a up 2"}, "a/up 1-2"},
		{"an end that states what it took", []string{"fail a up 5 3.5"}, "a/up 1.5-5"},
		{"a start stands above that", []string{"start a up 1", "fail a up 5 3.5"}, "a/up 1-5"},
		{"two tries", []string{"start a up 1", "fail a up 2", "start a up 3", "end a up 4"}, "a/up 1-2 a/up 3-4"},
		{"two jobs, interleaved", []string{"start a up 1", "start b up 2", "end b up 3", "end a up 4"}, "a/up 1-4 b/up 2-3"},
		{"two operations of one job", []string{"start a up 1", "start a fmt 2", "end a fmt 3", "end a up 4"}, "a/fmt 2-3 a/up 1-4"},
		{"no end", []string{"start a up 1", "start a up 3", "end a up 4"}, "a/up 1-? a/up 3-4"},
		{"no start", []string{"end a up 1", "start a up 3", "end a up 4"}, "a/up 3-4 a/up ?-1"},
		{"newest first", []string{"end a up 4", "start a up 3", "end a up 2", "start a up 1"}, "a/up 1-2 a/up 3-4"},
		{"end before start", []string{"start a up 3", "end a up 2"}, "a/up 3-? a/up ?-2"},
		{"at the same instant", []string{"start a up 1", "end a up 1"}, "a/up 1-1"},
		{"twice", []string{"start a up 1", "start a up 1", "end a up 2"}, "a/up 1-2"},
	}
	for _, tt := range tests {
		if got, _ := pairWords(tt.events...); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPairingCounts(t *testing.T) {
	_, p := pairWords("start a up 3", "start a up 3", "end a up 2")
	if p.twice != 1 || p.negative != 1 {
		t.Errorf("twice %d, negative %d, want 1 and 1", p.twice, p.negative)
	}
}

func TestPairingAcrossInputs(t *testing.T) {
	base := time.Date(2026, 7, 28, 11, 45, 0, 0, time.UTC)
	first, second := NewCollector(""), NewCollector("")
	add := func(c *Collector, phase parse.Phase, at int) {
		c.Add(&parse.Record{Time: base.Add(time.Duration(at) * time.Second), Job: "a", Operation: "up", Phase: phase, Duration: parse.Unset})
	}
	add(second, parse.End, 2)
	add(first, parse.Start, 1)
	b := &built{}
	b.pairLeftovers([]*Collector{first, second})
	got := append(tryWords(first, base.UnixNano()), tryWords(second, base.UnixNano())...)
	if !slices.Equal(got, []string{"a/up 1-2"}) {
		t.Errorf("got %v, want one try from 1 to 2", got)
	}
}

// The list without its first tries is that of the others.
func TestTryListCut(t *testing.T) {
	for _, size := range []int{0, 1, 7, tryChunk, tryChunk + 1, 3 * tryChunk, 3*tryChunk + 5} {
		for _, n := range []int{0, 1, 5, tryChunk - 1, tryChunk, tryChunk + 1, 3 * tryChunk, 3*tryChunk + 5} {
			var l tryList
			for i := range size {
				l.add(try{seq: uint32(i)})
			}
			n = min(n, size)
			l.cut(n)
			l.add(try{seq: uint32(size)})
			want := uint32(n)
			l.each(func(tr *try) {
				if tr.seq != want {
					t.Fatalf("%d of %d cut: try %d, want %d", n, size, tr.seq, want)
				}
				want++
			})
			if int(want) != size+1 || l.len() != size+1-n {
				t.Fatalf("%d of %d cut: %d are left up to %d", n, size, l.len(), want)
			}
		}
	}
}
