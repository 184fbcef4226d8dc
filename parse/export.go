package parse

import (
	"bytes"
)

// export reads an object that is one of the envelopes of log stores and trace
// systems, and reports whether it was.
func (r *Reader) export(o *object, ctx context) bool {
	for _, e := range exports {
		if e(r, o, ctx) {
			return true
		}
	}
	return false
}

// exports are the known envelopes, each told by keys that no other has. The
// envelopes that only nest (Elasticsearch hits, CloudWatch events, Datadog
// data) need none: walk finds the events inside.
var exports = []func(*Reader, *object, context) bool{
	(*Reader).lokiStream, (*Reader).span, (*Reader).jaegerTrace, (*Reader).azureTable, (*Reader).flightEvent, (*Reader).jsonDump, (*Reader).infoDump, (*Reader).hitFields,
}

// inside returns the value of a nested array or object, nil if there is none.
func (o *object) inside(name string) []byte {
	for _, m := range o.inner {
		if string(m.key) == name {
			return m.value
		}
	}
	return nil
}

// lokiStream reads one stream of a Loki query: its labels, and its lines as
// ["1785239131412000000", "text"].
func (r *Reader) lokiStream(o *object, ctx context) bool {
	labels, values := o.inside("stream"), o.inside("values")
	if labels == nil || values == nil || labels[0] != '{' || values[0] != '[' {
		return false
	}
	r.formats.add(lokiExport)
	r.labels(&ctx, labels)
	eachElement(values, func(e []byte) { r.lokiLine(e, ctx) })
	return true
}

// labels takes the process from the labels of a stream or a resource. Their
// "job" is a scrape job and no job of the program.
func (r *Reader) labels(ctx *context, v []byte) {
	in := r.object()
	if _, c := r.readObject(v, in); c == whole {
		if attributes := in.inside("attributes"); attributes != nil {
			r.attributes(in, nil, attributes)
		}
		if p := r.processOf(in); p != "" {
			ctx.process = p
		}
	}
	r.release()
}

// lokiLine reads a [time, text] pair, and reports whether v is one.
func (r *Reader) lokiLine(v []byte, ctx context) bool {
	var parts [2][]byte
	n := 0
	eachElement(v, func(e []byte) {
		if n < 2 {
			parts[n] = e
		}
		n++
	})
	if n < 2 || n > 3 || parts[0][0] != '"' || parts[1][0] != '"' || len(parts[0]) < 12 {
		return false
	}
	t, ok := r.time(unquote(parts[0]))
	if !ok {
		return false
	}
	r.formats.add(lokiExport)
	env := Record{Time: t.Time, Lack: t.Lack, Process: ctx.process, Duration: Unset}
	r.lines(unquote(parts[1]), r.posOf(parts[0]), &env)
	return true
}

// row reads an array of {"field": …, "value": …}, a row of CloudWatch Logs
// Insights, as the object that it stands for.
func (r *Reader) row(v []byte, ctx context) bool {
	o := r.object()
	defer r.release()
	o.reset()
	ok := true
	eachElement(v, func(e []byte) {
		if e[0] != '{' {
			ok = false
			return
		}
		var name, value []byte
		eachMember(e, func(k, v []byte) {
			switch string(k) {
			case "field":
				name = unquote(v)
			case "value":
				value = v
			default:
				ok = false
			}
		})
		if name == nil || value == nil {
			ok = false
			return
		}
		if k := r.keys.find(name); k.field != unknown && value[0] == '"' {
			o.put(k, name, value)
		}
	})
	if !ok || !o.isEvent() {
		return false
	}
	r.formats.add(insights)
	r.event(o, ctx)
	return true
}

// isRow is the cheap look before row.
func isRow(v []byte) bool {
	i := skipSpace(v, 1)
	return i < len(v) && v[i] == '{' && bytes.Contains(v[i:min(len(v), i+40)], []byte(`"field"`))
}

// attributes reads a list of {"key": …, "value": …}, in which OpenTelemetry
// and Jaeger hold attributes, into o.
func (r *Reader) attributes(o *object, prefix, v []byte) {
	if v[0] != '[' {
		return
	}
	eachElement(v, func(e []byte) {
		if e[0] != '{' {
			return
		}
		var name, value []byte
		eachMember(e, func(k, v []byte) {
			switch string(k) {
			case "key":
				name = unquote(v)
			case "value":
				value = v
			}
		})
		if len(name) == 0 || isNull(value) {
			return
		}
		if value[0] == '{' { // {"stringValue": "x"}
			eachMember(value, func(_, v []byte) { value = v })
		}
		switch k := r.keys.find(name); {
		case string(name) == "error" && string(unquote(value)) == "true":
			o.put(key{field: fStatus}, name, []byte(`"error"`))
		case k.field != unknown && value[0] != '{' && value[0] != '[':
			r.tag(o, k, name, value)
		}
	})
}

// hitFields reads a hit of Elasticsearch that holds the fields asked for in place of
// the document: {"_index": …, "fields": {"@timestamp": ["…"], "message": ["…"]}}.
func (r *Reader) hitFields(o *object, ctx context) bool {
	fields := o.inside("fields")
	if fields == nil || fields[0] != '{' || o.inside("_source") != nil || len(o.set) > 0 {
		return false
	}
	in := r.object()
	defer r.release()
	in.reset()
	eachMember(fields, func(name, v []byte) {
		if v[0] != '[' {
			return
		}
		first := true
		eachElement(v, func(e []byte) {
			if k := r.keys.find(name); first && k.field != unknown && e[0] != '{' && e[0] != '[' {
				in.put(k, name, e)
			}
			first = false
		})
	})
	if !in.isEvent() {
		return false
	}
	r.event(in, ctx)
	return true
}
