package render

import (
	"strings"

	"github.com/rivo/uniseg"
)

// wrap breaks s into lines of at most width cells; a word longer than a line is
// cut. Wide characters of East Asian scripts count two cells.
func wrap(s string, width int) []string {
	width = max(width, 8)
	var lines []string
	line, used := "", 0
	flush := func() {
		if line != "" {
			lines = append(lines, line)
		}
		line, used = "", 0
	}
	for _, word := range strings.Fields(s) {
		w := uniseg.StringWidth(word)
		if used > 0 && used+1+w > width {
			flush()
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for w > width-used {
			head, rest := splitCells(word, width-used)
			line += head
			flush()
			word, w = rest, w-uniseg.StringWidth(head) // the rest is not measured again: a word may be a megabyte
		}
		line, used = line+word, used+w
	}
	flush()
	return lines
}

// splitCells cuts s after as many whole characters as fit into cells, one at least.
func splitCells(s string, cells int) (head, rest string) {
	used, at := 0, 0
	g := uniseg.NewGraphemes(s)
	for g.Next() {
		if used += g.Width(); used > cells && at > 0 {
			break
		}
		_, at = g.Positions()
	}
	return s[:at], s[at:]
}

// fitCells cuts s in its middle to at most cells and fills it up to exactly cells.
func fitCells(s string, cells int) string {
	if w := uniseg.StringWidth(s); w <= cells {
		return s + strings.Repeat(" ", cells-w)
	}
	var clusters []string
	g := uniseg.NewGraphemes(s)
	for g.Next() {
		clusters = append(clusters, g.Str())
	}
	head, tail := "", ""
	for i, j := 0, len(clusters)-1; i < j; i, j = i+1, j-1 {
		if uniseg.StringWidth(head+clusters[i]+tail) > cells-1 {
			break
		}
		head += clusters[i]
		if uniseg.StringWidth(head+clusters[j]+tail) > cells-1 {
			break
		}
		tail = clusters[j] + tail
	}
	cut := head + "…" + tail
	return cut + strings.Repeat(" ", max(0, cells-uniseg.StringWidth(cut)))
}
