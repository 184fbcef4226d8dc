package analyze

import "fmt"

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
