package analyze

import (
	"fmt"
	"strings"
)

// A Product is what the program writes: no log, for it repeats what logs say.
type Product string

// Products.
const (
	ReportProduct     Product = "report"
	ChartProduct      Product = "chart"
	TraceProduct      Product = "trace"
	ComparisonProduct Product = "comparison"
)

// LeftOut is the note of an input that is a product.
func LeftOut(p Product) string {
	return fmt.Sprintf("is a %s of timeline, no log: left out", p)
}

// NotRead is the note of an input of which nothing was read.
func NotRead(why error) string { return "cannot be read: " + reason(why) }

// CutShort is the note of an input that was not read to its end.
func CutShort(why error) string {
	return "cannot be read to its end, so that later records are missing: " + reason(why)
}

// reason is what an error says without the advice behind its semicolon.
func reason(err error) string {
	s, _, _ := strings.Cut(err.Error(), "; ")
	return s
}
