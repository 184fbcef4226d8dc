package parse

// lineOrder finds out whether an export lists its lines newest first.
type lineOrder struct{}

// ordered keeps a line back while the order of its stream is not known.
func (t *text) ordered(e *entry, line []byte, pos Pos, env *Record) bool { return false }

// drain hands over lines that were kept back.
func (t *text) drain(e *entry) {}
