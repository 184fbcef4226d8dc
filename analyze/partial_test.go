package analyze

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// fill sets every field of a struct, also those that are not exported, to a value
// that is not its zero, each to another one where there is room.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.String:
		v.SetString(strings.Repeat("é\xff<", *n%3+1) + string(rune('a'+*n%26)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n%100 + 1))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n%100 + 1))
	default:
		panic("no rule to fill a " + v.Kind().String())
	}
}

func filled[T any]() T {
	var v T
	n := 0
	fill(reflect.ValueOf(&v).Elem(), &n)
	return v
}

// through writes p as JSON and reads it back.
func through[T any](t *testing.T, p *T) *T {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	back := new(T)
	if err := json.Unmarshal(b, back); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return back
}

// A field that is added to what collectors hold, and not to its shape in a
// partial, must not go unseen.
func TestPartialHoldsEveryField(t *testing.T) {
	c := NewCollector("")
	for len(c.names.list) < 200 { // ids that fill sets must name something
		c.names.id(strings.Repeat("x", len(c.names.list)))
	}
	f := filled[failure]()
	if got := through(t, writeFailure(&f)).read(); *got != f {
		t.Errorf("failure: %+v, want %+v", *got, f)
	}
	e := filled[entry]()
	e.seq = 0 // of no use once the input is read
	if got := through(t, writeEntry(&e)).read(); !reflect.DeepEqual(got, e) {
		t.Errorf("entry: %+v, want %+v", got, e)
	}
	r := filled[restart]()
	if got := through(t, writeRestart(r)).read(); got != r {
		t.Errorf("restart: %+v, want %+v", got, r)
	}
	d := filled[dumpThread]()
	if got := through(t, writeDump(d)).read(); got != d {
		t.Errorf("dump: %+v, want %+v", got, d)
	}
	o := filled[event]()
	c.pairer.failures = make([]*failure, 200)
	c.pairer.failures[o.failure-1] = &f
	back := c.readEvent(through(t, c.writeEvent(o)))
	if *c.pairer.failure(back.failure) != f {
		t.Error("event: another failure")
	}
	back.failure = o.failure
	if back != o {
		t.Errorf("event: %+v, want %+v", back, o)
	}
	try := filled[try]()
	try.seq = 0 // of no use once the input is read
	c.pairer.failures[try.failure-1] = &f
	got := c.readTry(through(t, c.writeTry(&try)))
	if *c.pairer.failures[got.failure-1] != f {
		t.Error("try: another failure")
	}
	got.failure = try.failure
	if got != try {
		t.Errorf("try: %+v, want %+v", got, try)
	}
}

// What a collector holds beside events stands in the facts of its source.
func TestPartialHoldsCollectors(t *testing.T) {
	known := map[string]string{
		"lines": "its fields", "seq": "of use while the input is read", "process": "Input.Process", "names": "by value", "pairer": "tries and open ends", "entries": "events", "starts": "events", "dumps": "events",
		"bad": "Input.Bad", "lacking": "Lacking", "thinned": "Thinned", "easing": "used up by Thin", "lineEasing": "used up by Thin",
		"open": "events", "tries": "events", "failures": "with their tries", "negative": "Negative", "twice": "Twice",
		"ok": "Thinned", "unknown": "Thinned", "ends": "Ends", "habits": "Habits", "took": "Took",
	}
	for _, v := range []any{Collector{}, pairer{}, thinned{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			if known[f.Name] == "" {
				t.Errorf("%T has a field %s: write it into partials, then say here where", v, f.Name)
			}
		}
	}
	c := NewCollector("p")
	c.bad = []BadRecord{{Source{"f", 3}, "why", "text"}}
	c.lacking[1], c.lacking[3] = 5, 7
	c.pairer.negative, c.pairer.twice, c.thinned = 2, 3, thinned{4, 5, 6, tally{2e9, 7, []int{1, 0, 3}}, map[habitOf]int{{"p", "upload"}: 4, {"p", "\xff"}: 1}, map[nameKey]*durations{{"p", "\xfe"}: {few: []uint8{3, 5, 29}, slow: 1}}}
	facts := c.writeFacts(Input{Path: "f", Process: "p", Lines: 9})
	back := through(t, &facts).read()
	if !reflect.DeepEqual(back, c) {
		t.Errorf("%+v, want %+v", back, c)
	}
}

// The columns of packed events hold every field of theirs.
func TestColumnsHoldEveryField(t *testing.T) {
	whole := func(e partialEvent) partialEvent { // what no column holds
		switch {
		case e.Try != nil:
			e.Try.Failure = nil
		case e.Open != nil:
			e.Open.Failure = nil
		default:
			e.Entry.Failure, e.Entry.Also = nil, nil
		}
		return e
	}
	empty := statedNS(unset)
	tries, opens, entries := filled[partialTry](), filled[partialOpen](), filled[partialEntry]()
	for _, list := range [][]partialEvent{
		{{Kind: "try", Try: &tries}, {Kind: "try", N: 1, Try: &partialTry{Start: empty, End: 7_000_000}}, {Kind: "try", N: 5, Try: &partialTry{Start: 8, End: empty}}, {Kind: "try", N: 6, Try: &partialTry{Start: empty, End: empty}}},
		{{Kind: "open", Open: &opens}, {Kind: "open", N: 3, Open: &partialOpen{At: empty}}},
		{{Kind: "entry", Entry: &entries}, {Kind: "entry", N: 2, Entry: &partialEntry{At: empty, Took: empty}}, {Kind: "entry", N: 9, Entry: &partialEntry{At: 3_000_000_000, Took: 0}}},
	} {
		w := newColumnWriter()
		for i := range list {
			e := whole(list[i])
			e.columns(w)
			w.rows++
		}
		b, err := new(squeezer).bytes(w)
		if err != nil {
			t.Fatal(err)
		}
		e := partialEvent{Kind: list[0].Kind, Packed: b}
		got, err := e.unpack()
		if err != nil || !reflect.DeepEqual(got, list) {
			t.Errorf("%+v, %v, want %+v", got, err, list)
		}
	}
}

func TestPartialRefuses(t *testing.T) {
	line := func(schema, version string) string {
		return "/\t" + `{"schema":"` + schema + `","version":"` + version + `","sources":{"a":[1,2]},"facts":{"a":{"input":{"path":"a"}}},"events":[]}` + "\n"
	}
	tests := map[string]string{
		line("timeline.partial/v2", "v1"): "x:1: a partial of schema \"timeline.partial/v2\", this program reads timeline.partial/v1",
		line(PartialSchema, "v2"):         "x:1: a partial written by version \"v2\", this is \"v1\"",
		"no tab\n":                        "x:1: not a line of a partial: it has no tab after its key",
		line(PartialSchema, "v1")[:60]:    "x:1: not a whole line of a partial",
		line(PartialSchema, "v1") + strings.Replace(line(PartialSchema, "v1"), "[1,2]", "[1,3]", 1):                             "x:2: a was read twice and differs",
		strings.Replace(line(PartialSchema, "v1"), `"events":[]`, `"events":[{"source":"a","line":1,"kind":"entry","n":0}]`, 1): "event of a: an event of the kind \"entry\" that holds nothing",
		strings.Replace(line(PartialSchema, "v1"), `{"a":[1,2]}`, `{"a":[1,2],"b":[1,1]}`, 1):                                   "nothing says how b was read",
	}
	for text, want := range tests {
		p := NewPartial("v1")
		err := p.Read(strings.NewReader(text), "x")
		if err == nil {
			_, _, err = p.Collectors()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzPartial(f *testing.F) {
	var b bytes.Buffer
	p := NewPartial("v")
	if err := p.Add(NewCollector(""), Input{Path: "a"}); err != nil {
		f.Fatal(err)
	}
	if _, err := p.WriteTo(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	busy := newBusyLog()
	busy.well(5)
	busy.c.gather()
	b.Reset()
	p = NewPartial("v")
	if err := p.Add(busy.c, Input{Path: "a"}); err != nil {
		f.Fatal(err)
	}
	if _, err := p.WriteTo(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("a/b\t" + `{"schema":"timeline.partial/v1","version":"v","sources":{"a":[1,2]},"events":[{"source":"a","line":1,"kind":"try","n":0,"try":{"start":null,"end":5,"host":{"base64":"/w=="}}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p := NewPartial("v")
		if p.Read(strings.NewReader(text), "x") != nil {
			return
		}
		var once, again bytes.Buffer
		if _, err := p.WriteTo(&once); err != nil {
			t.Fatal(err)
		}
		q := NewPartial("v")
		if err := q.Read(bytes.NewReader(once.Bytes()), "x"); err != nil {
			t.Fatalf("%v in %q", err, once.String())
		}
		if _, err := q.WriteTo(&again); err != nil || !bytes.Equal(once.Bytes(), again.Bytes()) {
			t.Errorf("%q became %q, %v", once.String(), again.String(), err)
		}
		if cs, inputs, err := p.Collectors(); err == nil {
			Run(cs, inputs, Options{})
		}
	})
}
