package analyze

import (
	"unsafe"

	"timeline/parse/needle"
)

// nameTexts are what a message has to hold for fromText to find anything in it:
// most messages hold none.
var nameTexts = func() *needle.Set {
	var list []needle.Needle
	add := func(text string) { list = append(list, needle.Needle{Text: text, Bits: 1}) }
	for _, e := range namedExceptions {
		add(e.name)
	}
	for _, rt := range resolverTexts {
		if !ambiguousAlone[rt.text] {
			add(rt.text)
		}
	}
	for _, p := range plainPhrases {
		add(p.words)
	}
	for _, r := range requestShapes {
		add(r.mark)
	}
	return needle.New(true, list...)
}()

// mayTellOfName reports whether m holds any text by which fromText tells of a name.
func mayTellOfName(m string) bool {
	return nameTexts.In(unsafe.Slice(unsafe.StringData(m), len(m))) != 0
}
