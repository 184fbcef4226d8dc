package render

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"timeline/analyze"
)

type schemaNode struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Const      any
	Items      *schemaNode
	Required   []string
	Properties map[string]*schemaNode
	Defs       map[string]*schemaNode `json:"$defs"`
}

// TestSchemaAgrees holds the schema against the types that are written: each
// field of a type is described and required, with the type that it has, and
// nothing else is described.
func TestSchemaAgrees(t *testing.T) {
	var root schemaNode
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	c := schemaCheck{t, root.Defs, map[string]bool{"time": true, "millis": true}}
	c.object("report", &root, reflect.TypeFor[analyze.Report]())
	for name := range root.Defs {
		if !c.used[name] {
			t.Errorf("$defs/%s describes no type", name)
		}
	}
}

type schemaCheck struct {
	*testing.T
	defs map[string]*schemaNode
	used map[string]bool
}

func (c schemaCheck) object(where string, n *schemaNode, typ reflect.Type) {
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(typ) {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" {
			continue
		}
		fields[name] = f.Type
		if required := !strings.Contains(rest, "omitempty"); slices.Contains(n.Required, name) != required {
			c.Errorf("%s.%s is required: %v, want %v", where, name, !required, required)
		}
		p := n.Properties[name]
		if p == nil {
			c.Errorf("%s.%s is not in the schema", where, name)
			continue
		}
		c.value(where+"."+name, p, f.Type)
	}
	for name := range n.Properties {
		if fields[name] == nil {
			c.Errorf("%s.%s is in the schema and not in %v", where, name, typ)
		}
	}
}

func (c schemaCheck) value(where string, n *schemaNode, typ reflect.Type) {
	nullable := typ.Kind() == reflect.Pointer
	if nullable {
		typ = typ.Elem()
	}
	switch {
	case typ == reflect.TypeFor[analyze.Time]():
		c.named(where, n, "time")
	case typ == reflect.TypeFor[analyze.Millis]():
		c.named(where, n, "millis")
	case typ.Kind() == reflect.Struct:
		name := strings.ToLower(typ.Name()[:1]) + typ.Name()[1:]
		if typ == reflect.TypeFor[analyze.TTL]() {
			name = "ttl"
		}
		c.named(where, n, name)
		if d := c.defs[name]; d != nil && !c.used[name] {
			c.used[name] = true
			c.object(name, d, typ)
		}
	case typ.Kind() == reflect.Slice:
		if n.Type != "array" || n.Items == nil {
			c.Errorf("%s is no array in the schema", where)
			return
		}
		c.value(where+"[]", n.Items, typ.Elem())
	default:
		c.scalar(where, n, typ, nullable)
	}
}

func (c schemaCheck) named(where string, n *schemaNode, name string) {
	if n.Ref != "#/$defs/"+name {
		c.Errorf("%s refers to %q, want $defs/%s", where, n.Ref, name)
	}
}

func (c schemaCheck) scalar(where string, n *schemaNode, typ reflect.Type, nullable bool) {
	if n.Enum != nil || n.Const != nil {
		if typ.Kind() != reflect.String || nullable {
			c.Errorf("%s is an enumeration of texts in the schema and %v in Go", where, typ)
		}
		return
	}
	kinds := map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer", reflect.Int64: "integer", reflect.Float64: "number", reflect.Bool: "boolean"}
	var want any = kinds[typ.Kind()]
	if nullable {
		want = []any{want, "null"}
	}
	if !reflect.DeepEqual(n.Type, want) {
		c.Errorf("%s has type %v in the schema, want %v", where, n.Type, want)
	}
}
