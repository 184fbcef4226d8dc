package parse

import (
	"strings"

	"timeline/parse/javatrace"
)

// azureTable reads a table of Azure Monitor's query API, or of OpenSearch's SQL:
// columns with their names, and rows of bare values in the same order.
func (r *Reader) azureTable(o *object, ctx context) bool {
	columns, rows, format := o.inside("columns"), o.inside("rows"), azureFormat
	if columns == nil {
		columns, rows, format = o.inside("schema"), o.inside("datarows"), rowsFormat
	}
	if columns == nil || rows == nil || columns[0] != '[' || rows[0] != '[' {
		return false
	}
	var names [][]byte
	eachElement(columns, func(c []byte) {
		var name []byte
		if c[0] == '{' {
			eachMember(c, func(k, v []byte) {
				if string(k) == "name" {
					name = unquote(v)
				}
			})
		}
		names = append(names, name)
	})
	eachElement(rows, func(row []byte) {
		if row[0] == '[' {
			r.azureRow(names, row, format, ctx)
		}
	})
	return true
}

// azureRow reads one row as the object that it stands for.
func (r *Reader) azureRow(names [][]byte, row []byte, format string, ctx context) {
	o := r.object()
	defer r.release()
	o.reset()
	i := 0
	eachElement(row, func(v []byte) {
		if i < len(names) && len(names[i]) > 0 && v[0] != '{' && v[0] != '[' {
			if k := r.keys.find(names[i]); k.field != unknown {
				o.put(k, names[i], v)
			} else if name := normal(string(names[i])); name == "details" && v[0] == '"' {
				r.azureDetails(o, unquote(v))
			}
		}
		i++
	})
	if o.isEvent() {
		r.formats.add(format)
		r.event(o, ctx)
	}
}

// azureDetails takes the exceptions of a row, which are an array in a string.
func (r *Reader) azureDetails(o *object, text []byte) {
	if len(text) == 0 || text[0] != '[' {
		return
	}
	if n, c := inLine.skipValue(text, 0); c == whole {
		o.put(key{field: fStack}, []byte("details"), text[:n])
	}
}

// azureException reads one of them, outermost first.
func (r *Reader) azureException(v []byte) bool {
	var class, message, stack []byte
	eachMember(v, func(name, value []byte) {
		switch string(name) {
		case "type", "typeName":
			class = unquote(value)
		case "message":
			message = unquote(value)
		case "parsedStack":
			stack = value
		}
	})
	if len(class) == 0 || stack == nil || stack[0] != '[' {
		return false
	}
	b := &r.traces
	link := javatrace.CausedBy
	if b.Empty() {
		link = javatrace.Root
	}
	b.Open(link, string(class), string(firstLine(message)))
	eachElement(stack, func(e []byte) {
		if e[0] != '{' {
			return
		}
		f := frameObject(e)
		if dot := strings.LastIndexByte(f.Method, '.'); f.Class == "" && dot > 0 { // class and method in one
			f.Class, f.Method = f.Method[:dot], f.Method[dot+1:]
			b.Add(f)
		}
	})
	return true
}
