// Package words says times, durations, intervals, counts and classes the way
// people read them. Every writer takes its words from here, so that the chart,
// the text and the web page never name one thing twice.
package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"timeline/analyze"
)

// Duration writes d with the digits a reader can use: "0.3 ms", "75 ms",
// "5.626 s", "12.5 s", "1 min 20 s", "3 h 5 min", "2 d 4 h".
func Duration(d time.Duration) string {
	if d < 0 {
		return "-" + Duration(-d)
	}
	switch {
	case d == 0:
		return "0 ms"
	case d < time.Millisecond:
		return trim(d.Seconds()*1e3, 3) + " ms"
	case d.Round(time.Millisecond) < time.Second:
		return trim(d.Seconds()*1e3, 0) + " ms"
	case d.Round(time.Millisecond) < 10*time.Second:
		return trim(d.Seconds(), 3) + " s"
	case d.Round(100*time.Millisecond) < time.Minute:
		return trim(d.Seconds(), 1) + " s"
	}
	d = d.Round(time.Second)
	return longDuration(d)
}

func longDuration(d time.Duration) string {
	pairs := []struct {
		unit, sub       time.Duration
		name, nameOfSub string
	}{
		{24 * time.Hour, time.Hour, "d", "h"},
		{time.Hour, time.Minute, "h", "min"},
		{time.Minute, time.Second, "min", "s"},
	}
	for _, p := range pairs {
		if d < p.unit {
			continue
		}
		whole, rest := d/p.unit, (d%p.unit)/p.sub
		if rest == 0 {
			return fmt.Sprintf("%d %s", whole, p.name)
		}
		return fmt.Sprintf("%d %s %d %s", whole, p.name, rest, p.nameOfSub)
	}
	return Duration(d)
}

// Short writes d with two or three digits, for labels on a chart: "5.6 s".
func Short(d time.Duration) string {
	switch {
	case d >= 10*time.Second && d.Round(time.Second) < time.Minute:
		return trim(d.Seconds(), 0) + " s"
	case d >= time.Second && d < 10*time.Second:
		return trim(d.Seconds(), 1) + " s"
	}
	return Duration(d)
}

// Seconds writes seconds with one decimal at most: "5.7", "10".
func Seconds(s float64) string { return trim(s, 1) }

func trim(f float64, decimals int) string {
	s := strconv.FormatFloat(f, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Range writes the span between the shortest and the longest of two
// durations: "0.3 s" when they read the same, else "0.2 to 0.4 s". A duration of
// 0 is one that the milliseconds of a log cannot tell: "under 1 ms", "up to 2 ms".
func Range(low, high time.Duration) string {
	if low <= 0 && high <= 0 {
		return "under 1 ms"
	}
	if low <= 0 {
		return "up to " + Short(high)
	}
	l, h := Short(low), Short(high)
	if l == h {
		return l
	}
	lv, lu, _ := strings.Cut(l, " ")
	hv, hu, _ := strings.Cut(h, " ")
	if lu == hu {
		return lv + " to " + hv + " " + hu
	}
	return l + " to " + h
}

// Count writes a number with its noun: "1 try", "12,000 tries".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Tries counts attempts.
func Tries(n int) string { return Count(n, "try", "tries") }

// Number writes n with commas between thousands.
func Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// List joins names the way a sentence does, and says how many it left out when
// there are more than limit: "a, b and c", "a, b, c and 41 more".
func List(names []string, limit int) string {
	n := len(names)
	switch {
	case n == 0:
		return ""
	case n == 1:
		return names[0]
	case n > limit+1:
		return strings.Join(names[:limit], ", ") + " and " + Number(n-limit) + " more"
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// Source writes a place the way editors open it: "app.log:12".
func Source(s analyze.Source) string {
	if s.Line <= 0 {
		return Visible(s.File)
	}
	return Visible(s.File) + ":" + strconv.Itoa(s.Line)
}

// Classes are those of tries in the order in which they are listed and stacked;
// those that come last are drawn last, so that what is rare and matters stays on
// top.
var Classes = [...]analyze.Class{
	analyze.ClassOK, analyze.ClassUnknown, analyze.ClassOther, analyze.ClassDNS,
	analyze.ClassCached, analyze.ClassWaited, analyze.ClassLookup,
}

// ClassNumber is the place of c in Classes; a class that is none of them counts
// as one whose outcome is unknown.
func ClassNumber(c analyze.Class) int {
	if i := slices.Index(Classes[:], c); i >= 0 {
		return i
	}
	return slices.Index(Classes[:], analyze.ClassUnknown)
}

// Class says what a try of class c did.
func Class(c analyze.Class) string {
	switch c {
	case analyze.ClassLookup:
		return "waited for the resolver"
	case analyze.ClassWaited:
		return "queued on that lookup"
	case analyze.ClassCached:
		return "failed at once from the cache"
	case analyze.ClassDNS:
		return "name not resolved, how is unclear"
	case analyze.ClassOther:
		return "failed, not in name resolution"
	case analyze.ClassOK:
		return "succeeded"
	}
	return outcomeUnknown
}

const (
	outcomeUnknown = "outcome not in the logs"
	reasonUnknown  = "failed, the logs do not say why"
)

// Did says what a did: a try that failed for no known reason has an outcome.
func Did(a *analyze.Attempt) string {
	if ClassNumber(a.Class) == ClassNumber(analyze.ClassUnknown) && a.Outcome == analyze.OutcomeFailed {
		return reasonUnknown
	}
	return Class(a.Class)
}

// ClassAmong says what the tries of class c among as did, for a legend.
func ClassAmong(c analyze.Class, as []analyze.Attempt) string {
	if c != analyze.ClassUnknown {
		return Class(c)
	}
	failed, open := false, false
	for i := range as {
		switch a := &as[i]; {
		case ClassNumber(a.Class) != ClassNumber(c):
		case a.Outcome == analyze.OutcomeFailed:
			failed = true
		default:
			open = true
		}
	}
	switch {
	case failed && open:
		return "outcome or reason not in the logs"
	case failed:
		return reasonUnknown
	}
	return outcomeUnknown
}

// Confidence says how sure a finding is, as an adjective before "evidence".
func Confidence(c analyze.Confidence) string {
	switch c {
	case analyze.Strong, analyze.Moderate, analyze.Weak:
		return string(c) + " evidence"
	}
	return "evidence of unknown strength"
}

// NothingSure stands before findings of which none is more than a question.
const NothingSure = "Nothing sure: what follows are questions, which these logs allow and do not settle."

// Cause says what the resolver did.
func Cause(c analyze.Cause) string {
	switch c {
	case analyze.CauseTimeout:
		return "no answer in time"
	case analyze.CauseNotFound:
		return "the name does not exist"
	case analyze.CauseNoAddress:
		return "the name has no address"
	case analyze.CauseServerError:
		return "the resolver refused or failed"
	}
	return "cause not in the logs"
}
