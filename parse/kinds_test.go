package parse

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the records of testdata/kinds anew")

// Each file of testdata/kinds holds excerpts of one kind, and behind each the records
// that a reader must make of it, all fields of them. A name may end with options:
// "[date=2024-03-08]".
func TestKinds(t *testing.T) {
	files, err := filepath.Glob("testdata/kinds/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			in, want := a.Files[i], &a.Files[i+1]
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+in.Name, func(t *testing.T) {
				name, opt := kindOptions(t, in.Name)
				if want.Name != name+": records" {
					t.Fatalf("%q stands behind %q", want.Name, in.Name)
				}
				got := recordsText(t, in.Data, opt)
				if *update {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("got\n%swant\n%s", got, want.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func kindOptions(t *testing.T, name string) (string, Options) {
	name, options, ok := strings.Cut(name, " [")
	var opt Options
	if !ok {
		return name, opt
	}
	for _, o := range strings.Fields(strings.TrimSuffix(options, "]")) {
		key, value, _ := strings.Cut(o, "=")
		switch key {
		case "date":
			d, err := time.Parse(time.DateOnly, value)
			if err != nil {
				t.Fatal(err)
			}
			opt.Date = d
		case "year":
			if _, err := fmt.Sscan(value, &opt.Year); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("no option %s", key)
		}
	}
	return name, opt
}

// recordsText writes what is read of a text: the formats, the records with all that
// they state, what cannot be read, the notes.
func recordsText(t *testing.T, text []byte, opt Options) string {
	t.Helper()
	var b strings.Builder
	r := NewReader(bytes.NewReader(text), "in", "", opt)
	for r.Scan() {
		if bad := r.Bad(); bad != nil {
			fmt.Fprintf(&b, "bad, line %d: %v: %q\n", bad.Pos.Line, bad, bad.Text)
			continue
		}
		writeRecordText(&b, r.Record())
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	sum := r.Summary()
	for _, n := range sum.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return fmt.Sprintf("%s; %d passed over\n", sum.Format, sum.Skipped) + b.String()
}

func writeRecordText(b *strings.Builder, r *Record) {
	at := "no time"
	if r.Lack != NoTime {
		at = r.Time.UTC().Format(time.RFC3339Nano) + [...]string{"", ", no zone", ", no year", ", no date"}[r.Lack]
	}
	fmt.Fprintf(b, "line %d, %s\n", r.Pos.Line, at)
	show := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "  %s %q\n", name, value)
		}
	}
	show("process", r.Process)
	show("job", r.Job)
	show("thread", r.Thread)
	show("host", r.Host)
	show("operation", r.Operation)
	show("phase", [...]string{"", "start", "end", "fail"}[r.Phase])
	show("level", [...]string{"", "trace", "debug", "info", "warn", "error"}[r.Level])
	show("logger", r.Logger)
	show("message", r.Message)
	if r.Duration != Unset {
		show("duration", r.Duration.String())
	}
	show("status", [...]string{"", "ok", "failed"}[r.Status])
	show("remote", r.Remote)
	show("resolved", r.Resolved)
	show("client", r.Client)
	if r.Restart {
		show("restart", "yes")
	}
	if r.Try > 0 {
		show("try", fmt.Sprint(r.Try))
	}
	if d := r.Dump; d != nil {
		fmt.Fprintf(b, "  dump from line %d, %s, waits for %v, holds %v, owner %q\n", d.Head.Line, d.State, d.Waits, d.Holds, d.Owner)
		for _, f := range d.Frames {
			fmt.Fprintf(b, "    at %s.%s:%d %v\n", f.Class, f.Method, f.Line, f.Native)
		}
	}
	for _, e := range r.Trace.Throwables {
		fmt.Fprintf(b, "  %s %d %q %q, %d elided\n", [...]string{"root", "cause of", "suppressed by"}[e.Link], e.Parent, e.Class, e.Message, e.Elided)
		for _, f := range e.Frames {
			fmt.Fprintf(b, "    at %s.%s:%d %v\n", f.Class, f.Method, f.Line, f.Native)
		}
	}
	if r.Trace.Cut {
		b.WriteString("  cut\n")
	}
}
