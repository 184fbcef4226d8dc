package analyze

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// span words nanoseconds as a reader would say them: 75 ms, 5.63 s, 8 min 20 s.
func span(ns int64) string {
	d := time.Duration(ns)
	switch {
	case ns == unset:
		return "an unknown time"
	case d < 0:
		return "-" + span(-ns)
	case d < time.Millisecond:
		return "under 1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond)/time.Millisecond)
	case d < 10*time.Second:
		return trimZeros(fmt.Sprintf("%.2f", d.Seconds())) + " s"
	case d < 2*time.Minute:
		return trimZeros(fmt.Sprintf("%.1f", d.Seconds())) + " s"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// plural words a count: 1 try, 3 tries.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func tries(n int) string { return plural(n, "try", "tries") }

// ttlWords words a TTL interval in seconds.
func ttlWords(b ttlBound) string {
	switch {
	case b.low <= 0 && !b.tellsHigh():
		return "not bounded by these logs"
	case !b.tellsHigh():
		return fmt.Sprintf("at least %s s", oneDecimal(b.low))
	case b.low <= 0:
		return fmt.Sprintf("at most %s s", oneDecimal(b.high))
	}
	if low, high := oneDecimal(b.low), oneDecimal(b.high); low != high {
		return fmt.Sprintf("between %s and %s s", low, high)
	}
	return fmt.Sprintf("about %s s", oneDecimal(b.low))
}

func oneDecimal(f float64) string { return trimZeros(fmt.Sprintf("%.1f", f)) }

// fitsDefault says which default a TTL interval holds, as a clause, or "".
func fitsDefault(b ttlBound) string {
	if b.low <= jdkNegativeTTL && jdkNegativeTTL <= b.high && (b.low > 0 || b.tellsHigh()) {
		return ", which fits the JDK default of 10 s"
	}
	return ""
}

// odds words a probability as a fraction that a reader can weigh.
func odds(p float64) string {
	switch {
	case p >= 0.5:
		return "no evidence: chance does it every second time"
	case p < 1e-6:
		return "less than one in a million"
	}
	n := 1 / p
	step := math.Pow(10, math.Floor(math.Log10(n)))
	return fmt.Sprintf("about 1 in %s", groupThousands(int(math.Round(n/step)*step)))
}

func groupThousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// withinSpan is how far apart instants lie which a clock with steps of grain wrote ns
// apart: nothing tells what lies within one step.
func withinSpan(ns, grain int64) string {
	if grain == 0 {
		return span(ns)
	}
	return "up to " + span(ns+grain)
}

// some lists the sources of at most n attempts.
func some(as []*attempt, n int) []Source {
	list := []Source{}
	for _, a := range as {
		if len(list) >= n {
			break
		}
		list = append(list, sortedSources(a)...)
	}
	return list[:min(n, len(list))]
}

// evidence makes one piece of evidence from attempts: all their ids, and the
// first places where they stand.
func evidence(as []*attempt, format string, args ...any) Evidence {
	const places = 6
	return Evidence{Note: fmt.Sprintf(format, args...), Attempts: ids(as), Sources: some(as, places)}
}
