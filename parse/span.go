package parse

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// tag puts an attribute into its field. An error whose tag is free text is one.
func (r *Reader) tag(o *object, k key, name, v []byte) {
	if k.field == fTopic && o.has(fTopic) { // of an event inside
		return
	}
	if k.field == fException {
		o.put(key{field: fStatus, rank: 200}, name, []byte(`"error"`))
	}
	o.put(k, name, v)
}

// span reads a span of OpenTelemetry, Jaeger or Zipkin: one operation with its
// start, its duration and, as an event inside, its exception.
func (r *Reader) span(o *object, ctx context) bool {
	start, ok := r.fieldTime(o.values[fStart])
	unit := time.Duration(0)
	switch {
	case ok && o.has(fEnd) && strings.HasSuffix(normal(string(o.names[fStart])), "unixnano"):
	case ok && o.has(fDuration) && string(o.names[fTopic]) == "operationName":
		unit = time.Microsecond
	case o.has(fJob) && o.has(fDuration) && string(o.names[fTime]) == "timestamp" && (o.inside("localEndpoint") != nil || o.inside("annotations") != nil):
		start, ok = r.fieldTime(o.values[fTime])
		unit = time.Microsecond
	default:
		return false
	}
	if !ok {
		return false
	}
	pos := r.posOf(o.values[o.set[0]])
	r.spanDetails(o)
	rec := r.add(pos)
	r.eventNames(rec, o, ctx)
	rec.Phase = NoPhase
	r.eventOutcome(rec, o)
	if end, ok := r.fieldTime(o.values[fEnd]); ok {
		rec.Duration = end.Sub(start.Time)
	} else if d, ok := duration(unquote(o.values[fDuration]), unit); ok {
		rec.Duration = d
	}
	rec.Time, rec.Lack = start.Add(max(rec.Duration, 0)), start.Lack
	r.eventTrace(rec, o)
	r.settle(rec)
	switch {
	case rec.Process != "":
	case string(o.names[fPID]) == "processID":
		rec.Process = r.jaeger[string(unquote(o.values[fPID]))]
	case o.inside("process") != nil: // Jaeger's own storage
		rec.Process = jaegerProcess(o.inside("process"))
	}
	r.formats.add(spans)
	r.done(rec)
	return true
}

// spanDetails reads attributes, events and status of a span into its fields.
func (r *Reader) spanDetails(o *object) {
	inner := o.inner
	for _, m := range inner {
		switch string(m.key) {
		case "attributes", "tags", "binaryAnnotations":
			if m.value[0] == '[' {
				r.attributes(o, nil, m.value)
			} else {
				eachMember(m.value, func(name, v []byte) {
					if k := r.keys.find(name); k.field != unknown && !isNull(v) {
						r.tag(o, k, name, v)
					}
				})
			}
		case "events":
			eachElement(m.value, func(e []byte) {
				if e[0] == '{' {
					r.attributes(o, nil, []byte(gjson.GetBytes(e, "attributes").Raw + " ")[:])
				}
			})
		case "logs":
			eachElement(m.value, func(e []byte) {
				if e[0] == '{' {
					r.attributes(o, nil, []byte(gjson.GetBytes(e, "fields").Raw + " ")[:])
				}
			})
		case "status":
			switch code := gjson.GetBytes(m.value, "code"); code.String() {
			case "2", "STATUS_CODE_ERROR":
				o.put(key{field: fStatus}, m.key, []byte(`"error"`))
			case "1", "STATUS_CODE_OK":
				o.put(key{field: fStatus}, m.key, []byte(`"ok"`))
			}
		case "remoteEndpoint":
			if ip := gjson.GetBytes(m.value, "ipv4"); ip.Exists() {
				o.put(key{field: fRemote, rank: 200}, m.key, []byte(ip.Raw))
			}
		}
	}
}

// jaegerTrace notes the processes that the spans of a trace refer to.
func (r *Reader) jaegerTrace(o *object, _ context) bool {
	spans, processes := o.inside("spans"), o.inside("processes")
	if spans == nil || processes == nil || processes[0] != '{' {
		return false
	}
	r.jaeger = map[string]string{}
	eachMember(processes, func(id, v []byte) {
		if v[0] != '{' || len(r.jaeger) >= maxStreams {
			return
		}
		r.jaeger[string(id)] = jaegerProcess(v)
	})
	return false
}

// jaegerProcess names a process by its machine, else by its service.
func jaegerProcess(v []byte) string {
	if name := gjson.GetBytes(v, `tags.#(key=="hostname").value`).String(); name != "" {
		return name
	}
	return gjson.GetBytes(v, "serviceName").String()
}
