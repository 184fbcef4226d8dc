package input

import "fmt"

// A Limit is one of the bounds of what archives may unpack to.
type Limit uint8

// Limits, by the option that raises each.
const (
	Size    Limit = iota // Options.MaxBytes
	Ratio                // Options.MaxRatio
	Depth                // Options.MaxDepth
	Members              // Options.MaxMembers
)

// A LimitError refuses to unpack further: archives can be made to fill memory and
// disks.
type LimitError struct {
	Path  string
	Limit Limit
	Most  int64
}

func (e *LimitError) Error() string {
	what := ""
	switch e.Limit {
	case Size:
		what = fmt.Sprintf("unpacks to more than %d bytes", e.Most)
	case Ratio:
		what = fmt.Sprintf("unpacks to more than %d times its size, as no log does", e.Most)
	case Depth:
		what = fmt.Sprintf("packed more than %d times over", e.Most)
	case Members:
		what = fmt.Sprintf("more than %d members", e.Most)
	}
	return e.Path + ": " + what + "; unpack it by hand and give the part that matters"
}

// Defaults of the limits, see Options.
const (
	defaultBytes   = 1 << 40
	defaultMembers = 100_000
	defaultDepth   = 5    // a log.gz in a tar.gz in a zip is packed four times
	defaultRatio   = 2000 // gzip packs nothing better than 1032 to 1, and a log hardly better than 200 to 1; zstd and gzip inside gzip know no such bound
	anyRatio       = 1 << 28
)

func (o Options) maxBytes() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return defaultBytes
}

func (o Options) maxMembers() int {
	if o.MaxMembers > 0 {
		return o.MaxMembers
	}
	return defaultMembers
}

func (o Options) maxRatio() int64 {
	if o.MaxRatio > 0 {
		return o.MaxRatio
	}
	return defaultRatio
}

func (o Options) maxDepth() int {
	if o.MaxDepth > 0 {
		return o.MaxDepth
	}
	return defaultDepth
}
