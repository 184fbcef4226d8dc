package analyze

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"timeline/parse"
)

// Thinning changes no verdict: made-up incidents that lie in the middle of many
// tries that went well are told the same way from all tries and from those that
// are left when the log was eased while it was read, in parts, and thinned. Where
// another input tells of the same tries, which ones are kept of the two may differ,
// and less may be said.
func TestThinningChangesNoVerdict(t *testing.T) {
	incidents, same, alone, notMore, dropped, found := 0, 0, 0, 0, 0, 0
	for seed := range uint64(incidentCount()) / 4 {
		in := newIncident(seed + 1)
		if in.mixed || !in.style.events {
			continue
		}
		tr := in.write(in.play())
		r := rand.New(rand.NewPCG(seed, 77))
		for i := range tr.files {
			if f := &tr.files[i]; len(f.records) > 0 && strings.HasSuffix(f.records[0].Pos.File, "/events") {
				in.embed(f, r)
			}
		}
		whole, thin := tell(tr, 0, r), tell(tr, uint32(300+r.IntN(3000)), r)
		if thin.of != whole.of && !in.style.log { // a line and the events of one try are two where both went
			t.Errorf("seed %d: %d tries are counted, want %d", seed+1, thin.of, whole.of)
		}
		incidents++
		if in.style.failMark == "error" {
			alone++
			switch {
			case thin.words() == whole.words():
				same++
			case !in.style.log:
				t.Errorf("seed %d %s %s:\n%s", seed+1, in.shape, in.words(), firstDifference(thin.words(), whole.words()))
			default:
				t.Logf("seed %d %s %s:\n%s", seed+1, in.shape, in.words(), firstDifference(thin.words(), whole.words()))
			}
		}
		if more := thin.more(&whole); more == "" {
			notMore++
		} else {
			t.Logf("seed %d %s %s: claims more: %s", seed+1, in.shape, in.words(), more)
		}
		dropped += whole.listed - thin.listed
		found += len(whole.findings)
	}
	if dropped < 100_000 || found < 50 {
		t.Errorf("%d tries were dropped, %d findings compared: too few to tell", dropped, found)
	}
	atLeast(t, "incidents told the same way", same, alone, 0.99)
	atLeast(t, "incidents of which thinning claims nothing new", notMore, incidents, 0.985)
}

// embed puts tries that go well into a log of events: those of the hosts of the
// incident long before and after it, others also while it lasts.
func (in *incident) embed(f *file, r *rand.Rand) {
	well := parse.NoStatus
	if in.style.failMark == "error" { // what failed says so, and the rest that it went well
		well = parse.OK
		for i := range f.records {
			if f.records[i].Phase == parse.End {
				f.records[i].Status = well
			}
		}
	}
	hosts := []string{"calm-1.example.com", "calm-2.example.com", ""}
	if !in.style.eventHost {
		hosts = []string{""}
	}
	const around = 20 * time.Minute
	n := 0
	for at := -around; at < in.length+around; at += time.Duration(r.ExpFloat64() * float64(400*time.Millisecond)) {
		n++
		host := hosts[r.IntN(len(hosts))]
		if host == "" {
			if at > -2*time.Minute && at < in.length+2*time.Minute {
				continue
			}
			if in.style.eventHost {
				host = f.host(r)
			}
		}
		rec := parse.Record{
			Time: epoch.Add(at).Truncate(in.style.grain), Phase: parse.Start, Job: fmt.Sprint("calm-", n/4), Thread: fmt.Sprint("calm-", n%50),
			Host: host, Operation: "s3Upload", Duration: parse.Unset, Pos: f.records[0].Pos,
		}
		f.records = append(f.records, rec)
		rec.Time = epoch.Add(at + time.Duration(r.ExpFloat64()*float64(60*time.Millisecond))).Truncate(in.style.grain)
		rec.Phase, rec.Status = parse.End, well
		f.records = append(f.records, rec)
	}
	byTime(f.records)
	for i := range f.records {
		f.records[i].Pos.Line = i + 1
	}
}

// host picks a host of the incident.
func (f *file) host(r *rand.Rand) string {
	for {
		if h := f.records[r.IntN(len(f.records))].Host; h != "" && !strings.HasPrefix(h, "calm") {
			return h
		}
	}
}

// A telling is what a report says, as far as it must not depend on thinning.
type telling struct {
	findings   map[string]int // how sure, from 1
	windows    []string
	of, listed int
}

func (t *telling) words() string { return fmt.Sprint(t.findings, "\n", strings.Join(t.windows, "\n")) }

// more is a finding that o does not make, or is less sure of.
func (t *telling) more(o *telling) string {
	for _, f := range slices.Sorted(maps.Keys(t.findings)) {
		if t.findings[f] > o.findings[f] {
			return f
		}
	}
	return ""
}

// tell analyzes a transcript: all of it, or what easing with a span leaves.
func tell(t *transcript, span uint32, r *rand.Rand) telling {
	var cs []*Collector
	for _, f := range t.files {
		c := NewCollector(f.process)
		if span > 0 {
			c.easing = newEasing(span)
		}
		for left := f.records; len(left) > 0; {
			n := min(len(left), 1+r.IntN(900))
			addPart(c, left[:n])
			left = left[n:]
		}
		if span > 0 {
			c.Thin()
		}
		cs = append(cs, c)
	}
	rep := Run(cs, make([]Input, len(cs)), Options{})
	told := telling{map[string]int{}, nil, rep.Coverage.Attempts, len(rep.Attempts)}
	for _, f := range rep.Findings {
		name := fmt.Sprint(f.ID, " ", f.Process, " ", f.Host)
		told.findings[name] = max(told.findings[name], 1+slices.Index([]Confidence{Weak, Moderate, Strong}, f.Confidence))
	}
	for _, w := range rep.Windows {
		told.windows = append(told.windows, fmt.Sprintf("%s %s %v-%v %v-%v %s %s", w.Process, w.Host, w.Opened.Earliest, w.Opened.Latest, w.Closed.Earliest, w.Closed.Latest, w.TTL.digits(), w.Lookup.Cause))
	}
	return told
}

func (t TTL) digits() string {
	text := ""
	for _, s := range []*float64{t.Low, t.High, t.Best} {
		if s == nil {
			text += " ?"
		} else {
			text += fmt.Sprintf(" %.6f", *s)
		}
	}
	return text + " " + strings.Join(t.Matches, ", ")
}
