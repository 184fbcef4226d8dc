package parse

import (
	"bytes"

	"timeline/parse/javatrace"
)

// absorb reads the nested objects of an event: {"log": {"level": "ERROR"}}
// means what "log.level" means. A member of an object that only holds
// attributes also means what it means on top.
func (r *Reader) absorb(o *object) {
	for _, m := range o.inner {
		r.absorbMember(o, m.key, m.key, m.value, 0)
	}
}

func (r *Reader) absorbMember(o *object, path, name, v []byte, depth int) {
	k := r.keys.find(path)
	if k.field == unknown && depth > 0 && r.attribute(path) {
		dot := bytes.IndexByte(path, '.')
		if k = r.keys.find(path[dot+1:]); k.field == unknown {
			k = r.keys.find(name)
		}
		if k.field == fTopic || k.field == fStatus || k.field == fPhase || k.field == fTime {
			k = key{}
		}
		k.rank |= 0x80
	}
	if v[0] != '{' {
		switch {
		case v[0] != '[' && k.field != unknown, k.field == fStack:
			o.put(k, name, v)
		case k.field == fMessage && v[0] == '[':
			if text := byteArray(v); text != nil {
				o.put(k, name, text)
			}
		case v[0] == '[' && (string(name) == "attributes" || string(name) == "values" && bytes.Contains(path, []byte("vlist"))): // OpenTelemetry's kvlistValue
			r.attributes(o, path, v)
		}
		return
	}
	if k.field == fException && o.thrown == nil {
		o.thrown = v
	}
	if depth >= 4 || len(path) > 128 {
		return
	}
	eachMember(v, func(name, value []byte) {
		if isNull(value) {
			return
		}
		sub := append(append(append(make([]byte, 0, 64), path...), '.'), name...)
		r.absorbMember(o, sub, name, value, depth+1)
	})
}

// byteArray reads the array of numbers as which journalctl prints a message
// with control characters, and returns it as a JSON string.
func byteArray(v []byte) []byte {
	text := make([]byte, 0, len(v)/4)
	ok := true
	eachElement(v, func(e []byte) {
		if len(e) > 3 || e[0]-'0' > 9 || small(e) > 255 {
			ok = false
			return
		}
		text = append(text, byte(small(e)))
	})
	if !ok || len(text) == 0 {
		return nil
	}
	return quote(string(text))
}

// attribute reports whether the object around the last name of path only
// collects attributes.
func (r *Reader) attribute(path []byte) bool {
	dot := bytes.IndexByte(path, '.')
	if dot < 0 {
		return false
	}
	switch normal(string(path[:dot])) {
	case "log", "mdc", "contextmap", "context", "contextdata", "attributes", "fields", "labels", "data", "jsonpayload", "payload", "properties", "extra", "customdimensions", "caller", "exc", "kubernetes", "resource", "resourcesstring", "attributesstring", "resourceattributes", "logattributes":
		return true
	}
	return false
}

// eventTrace reads the exception of an event from whichever fields hold it:
// the stack as text, as an object, as an array, or only its class and message.
func (r *Reader) eventTrace(rec *Record, o *object) {
	b := &r.traces
	stack := o.values[fStack]
	switch {
	case stack != nil && stack[0] == '"' && b.Text(unquote(stack)):
	case o.thrown != nil && r.thrown(o.thrown, javatrace.Root, 0):
	case stack != nil && stack[0] == '[':
		r.stackArray(stack)
	}
	if b.Empty() {
		r.namedException(o)
	}
	if !b.Empty() {
		rec.Trace = b.Finish()
		r.nameRoot(rec, o)
	}
}

// namedException takes class and message from fields of their own.
func (r *Reader) namedException(o *object) {
	b := &r.traces
	if v := o.values[fErrorType]; v != nil && v[0] == '"' {
		b.Open(javatrace.Root, string(unquote(v)), string(unquote(o.values[fErrorMessage])))
		b.Cut()
		return
	}
	for _, f := range [...]field{fException, fErrorMessage} {
		v := o.values[f]
		if v == nil || v[0] != '"' {
			continue
		}
		text := unquote(v)
		if b.Text(text) || b.Mention(text) {
			return
		}
		if f == fException {
			b.Open(javatrace.Root, "", string(firstLine(text)))
			b.Cut()
			return
		}
	}
}

// nameRoot gives a trace whose text begins with its frames the class and
// message that stand in fields beside it.
func (r *Reader) nameRoot(rec *Record, o *object) {
	root := &rec.Trace.Throwables[0]
	if v := o.values[fErrorType]; root.Class == "" && v != nil && v[0] == '"' {
		root.Class = string(unquote(v))
		if m := o.values[fErrorMessage]; m != nil {
			root.Message = string(unquote(m))
		}
	}
}

// thrown reads an exception that is an object with class, message, frames and
// cause, under any of the names that encoders give them.
func (r *Reader) thrown(v []byte, link javatrace.Link, depth int) bool {
	var class, message, stack, cause, inner []byte
	elided := 0
	eachMember(v, func(name, value []byte) {
		if isNull(value) {
			return
		}
		switch normal(string(name)) {
		case "name", "class", "type", "classname", "exceptionclass", "exceptiontype", "kind":
			class = unquote(value)
		case "message", "msg", "exceptionmessage", "error.message":
			message = unquote(value)
		case "localizedmessage":
			if message == nil {
				message = unquote(value)
			}
		case "extendedstacktrace", "stacktrace", "stack", "frames", "stacktraceelements", "steparray", "stackelements":
			stack = value
		case "cause", "causedby":
			cause = value
		case "exception":
			inner = value
		case "commonelementcount", "commonframes", "framesomitted":
			elided = small(value)
		}
	})
	if class == nil && message == nil && stack == nil && cause == nil && inner == nil || depth > 16 {
		return false
	}
	if inner != nil && inner[0] == '{' && class == nil { // JBoss: {"causedBy": {"exception": …}}
		return r.thrown(inner, link, depth+1)
	}
	b := &r.traces
	if stack != nil && stack[0] == '"' && depth == 0 && b.Text(unquote(stack)) {
		return true
	}
	b.Open(link, string(class), string(firstLine(message)))
	if stack == nil {
		b.Cut()
	} else if stack[0] == '[' {
		r.stackArray(stack)
	}
	if elided > 0 {
		b.Elide(elided)
	}
	if cause != nil && cause[0] == '{' {
		r.thrown(cause, javatrace.CausedBy, depth+1)
	}
	return true
}

// stackArray reads frames from an array of lines or of objects.
func (r *Reader) stackArray(v []byte) {
	b := &r.traces
	eachElement(v, func(e []byte) {
		switch e[0] {
		case '"':
			line := unquote(e)
			if b.Line(line) == javatrace.Foreign {
				if f, ok := javatrace.ParseFrame(string(line)); ok {
					b.Add(f)
				}
			}
		case '{':
			if f := frameObject(e); f.Class != "" {
				b.Add(f)
			} else {
				r.azureException(e)
			}
		}
	})
}

// frameObject reads a StackTraceElement; -2 is its line of a native method.
func frameObject(v []byte) javatrace.Frame {
	var f javatrace.Frame
	eachMember(v, func(name, value []byte) {
		switch normal(string(name)) {
		case "class", "classname", "cn", "declaringclass", "module.class":
			f.Class = string(unquote(value))
		case "method", "methodname", "mn", "function":
			f.Method = string(unquote(value))
		case "line", "linenumber", "ln", "lineno":
			if s := unquote(value); string(s) == "-2" {
				f.Native = true
			} else {
				f.Line = small(s)
			}
		case "native", "nativemethod":
			f.Native = f.Native || string(value) == "true"
		}
	})
	return f
}

func firstLine(b []byte) []byte {
	if k := bytes.IndexByte(b, '\n'); k >= 0 {
		return bytes.TrimRight(b[:k], "\r")
	}
	return b
}
