package words

import (
	"regexp"
	"strconv"
	"strings"
)

// longCount is a large count in a sentence, as against a part of a name.
var longCount = regexp.MustCompile(`(?:^| )(?:[0-9]{1,12} of )?[0-9]{4,12} (?:further )?(?:tries|attempts|retries|lookups)\b`)

// Counts writes the large counts of a sentence in groups of three digits, as those
// are written that stand beside it.
func Counts(s string) string {
	return longCount.ReplaceAllStringFunc(s, func(match string) string {
		fields := strings.Split(match, " ")
		for i, field := range fields {
			if n, err := strconv.Atoi(field); err == nil && len(field) > 3 {
				fields[i] = Number(n)
			}
		}
		return strings.Join(fields, " ")
	})
}
