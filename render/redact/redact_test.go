package redact

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"timeline/analyze"
)

func ptr[T any](v T) *T { return &v }

// leaky has names of every kind in fields and sentences.
func leaky() *analyze.Report {
	const bucket = "acme-invoices.s3.eu-central-1.amazonaws.com"
	return &analyze.Report{
		Schema: analyze.Schema, Tool: analyze.Tool{Name: "timeline", Version: "1"},
		Coverage: analyze.Coverage{
			Inputs: []analyze.Input{{Path: "/home/kim/acme/prod.log", Process: "pay-7d9f", Format: "Java log", Zone: "assumed Asia/Seoul",
				Bad: []analyze.BadRecord{{Source: analyze.Source{File: "/home/kim/acme/prod.log", Line: 3}, Reason: "not a log line", Text: "card 4111-1111 of Kim"}}}},
			Notes: []string{"no input names the process that wrote it: all are taken as one JVM (NAME=PATH says otherwise)"},
		},
		Attempts: []analyze.Attempt{
			{ID: "a1", Process: "pay-7d9f", Host: ptr(bucket), Job: "import-4711", Thread: "acme-worker-3", Operation: "invoiceUpload", Outcome: "failed", Class: "lookup",
				ClassFrom: []string{"frames", "timing"}, Exception: "java.net.UnknownHostException", Message: bucket + ": Name or service not known",
				Remote: ptr("10.20.30.40:443"), Sources: []analyze.Source{{File: "/home/kim/acme/prod.log", Line: 7}}},
			{ID: "a2", Process: "pay-7d9f", Host: ptr("ip-10-0-0-12.ec2.internal"), Job: "a", Thread: "main", Outcome: "failed", Class: "other",
				Exception: "com.acme.billing.LedgerDownException", Message: "Customer Kim (kim@acme.test) on ip-10-0-0-12: no such host, tried http://vault.acme.internal:8200/v1/x and /srv/acme/key.pem",
				Remote: ptr("2001:4860::8888")},
			{ID: "a3", Host: ptr("s3"), Job: "lookup", Outcome: "failed", Class: "cached", Exception: "java.net.UnknownHostException", Message: "s3"},
		},
		Windows: []analyze.Window{{ID: "w1", Process: "pay-7d9f", Host: bucket, Lookup: analyze.Lookup{Leader: ptr("a1"), Cause: "not-found"}, TTL: analyze.TTL{Matches: []string{"JDK default, 10 s"}}}},
		Findings: []analyze.Finding{
			{ID: "shared-lookup", Process: "pay-7d9f", Host: bucket, Confidence: "strong",
				Statement: "3 tries of " + bucket + " began within 756 ms and ended within 75 ms: they queued on one failed lookup, led by import-4711.",
				Evidence:  []analyze.Evidence{{Note: "w1: the failure of a failed lookup entered the cache at 11:45:30.950 to 11:45:31.412", Attempts: []string{"a1"}}},
				Rivals:    []analyze.Rival{{Hypothesis: "DNS was out of reach", Status: "refuted", Because: "that text is printed for an answer, not for silence"}},
				Actions:   []analyze.Action{{Do: "create the record, or correct the name or the search list", Check: "dig +search " + bucket}}},
			{ID: "instant-failure", Host: "s3", Statement: "2 tries of s3 failed within 1 ms each, all retries inside them included: too fast for a lookup."},
			{ID: "shared-lookup", Host: "s3", Statement: "2 tries of s3 began within 1 s and ended within 2 ms: they queued on one failed lookup, led by a."},
			{ID: "pinned-connection", Statement: "pay-7d9f kept an open connection to the old address 10.20.30.40 of " + bucket + " until it moved at 09:00:20.495."},
		},
		Verdict: "1 failed lookup of " + bucket + " made 9 further tries fail on the JVM's cached failure without asking DNS.",
	}
}

func redacted(t *testing.T, r *analyze.Report) (*analyze.Report, Key) {
	t.Helper()
	list, key, err := Reports(r)
	if err != nil {
		t.Fatal(err)
	}
	return list[0], key
}

func TestReports(t *testing.T) {
	before, _ := json.Marshal(leaky())
	r := leaky()
	got, key := redacted(t, r)
	if after, _ := json.Marshal(r); string(after) != string(before) {
		t.Error("the report of the caller changed")
	}
	a := got.Attempts
	for _, c := range []struct{ what, got, want string }{
		{"host", *a[0].Host, "host-1.example"},
		{"process", a[0].Process, "process-1"},
		{"job", a[0].Job, "job-1"},
		{"thread", a[0].Thread, "thread-1"},
		{"operation", a[0].Operation, "operation-1"},
		{"address with its port", *a[0].Remote, "192.0.2.1:443"},
		{"IPv6 address", *a[1].Remote, "2001:db8::1"},
		{"class of the JDK", a[0].Exception, "java.net.UnknownHostException"},
		{"class of the application", a[1].Exception, "app.Class1"},
		{"message with a known name", a[0].Message, "host-1.example: Name or service not known"},
		{"message that is a short name", a[2].Message, "host-3.example"},
		{"message of an application", a[1].Message, "[...]@host-4.example) on host-5.example: no such host, [...] http://host-6.example:[...]/v1/x and file-2"},
		{"file", a[0].Sources[0].File, "file-1.log"},
		{"process of a window", got.Windows[0].Process, "process-1"},
		{"an unreadable line", got.Coverage.Inputs[0].Bad[0].Text, "[...]"},
		{"its reason", got.Coverage.Inputs[0].Bad[0].Reason, "not a log line"},
		{"zone", got.Coverage.Inputs[0].Zone, "assumed Asia/Seoul"},
		{"note", got.Coverage.Notes[0], r.Coverage.Notes[0]},
		{"statement", got.Findings[0].Statement, "3 tries of host-1.example began within 756 ms and ended within 75 ms: they queued on one failed lookup, led by job-1."},
		{"note with an article that is a job too", got.Findings[0].Evidence[0].Note, r.Findings[0].Evidence[0].Note},
		{"rival", got.Findings[0].Rivals[0].Because, r.Findings[0].Rivals[0].Because},
		{"command", got.Findings[0].Actions[0].Check, "dig +search host-1.example"},
		{"short host", got.Findings[1].Statement, "2 tries of host-3.example failed within 1 ms each, all retries inside them included: too fast for a lookup."},
		{"job of one letter", got.Findings[2].Statement, "2 tries of host-3.example began within 1 s and ended within 2 ms: they queued on one failed lookup, led by job-2."},
		{"process first, address in the middle", got.Findings[3].Statement, "process-1 kept an open connection to the old address 192.0.2.1 of host-1.example until it moved at 09:00:20.495."},
		{"verdict", got.Verdict, "1 failed lookup of host-1.example made 9 further tries fail on the JVM's cached failure without asking DNS."},
	} {
		if c.got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", c.what, c.got, c.want)
		}
	}
	text, _ := json.Marshal(got)
	for _, secret := range []string{"acme", "Acme", "kim", "Kim", "4711", "4111", "pay-7d9f", "10.20", "2001:4860", "ip-10", "billing", "vault", "invoice", "/srv", "/home"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is still in %s", secret, text)
		}
	}
	if key.Schema != KeySchema || len(key.Names) < 12 || key.Names[0] != (Name{"host", "host-1.example", "acme-invoices.s3.eu-central-1.amazonaws.com"}) {
		t.Errorf("key %+v", key)
	}
}

// TestLabelsAreNew: a report that already has names like labels gets others.
func TestLabelsAreNew(t *testing.T) {
	r := &analyze.Report{Attempts: []analyze.Attempt{{Job: "job-2", Host: ptr("host-1.example")}, {Job: "job-1", Host: ptr("HOST-2.example.")}}}
	got, _ := redacted(t, r)
	text, _ := json.Marshal(got)
	for _, name := range []string{`"job-1"`, `"job-2"`, "host-1.", "host-2.", "HOST"} {
		if strings.Contains(string(text), name) {
			t.Errorf("%s is still in %s", name, text)
		}
	}
}

// TestSharedLabels: what two reports both name has one label.
func TestSharedLabels(t *testing.T) {
	a := &analyze.Report{Attempts: []analyze.Attempt{{Job: "x1x", Host: ptr("acme.test")}}}
	b := &analyze.Report{Attempts: []analyze.Attempt{{Job: "y2y"}, {Job: "x1x", Host: ptr("acme.test")}}}
	list, _, err := Reports(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if list[0].Attempts[0].Job != list[1].Attempts[1].Job || *list[0].Attempts[0].Host != *list[1].Attempts[1].Host || list[0].Attempts[0].Job == list[1].Attempts[0].Job {
		t.Errorf("%+v", list)
	}
}

// TestEveryField puts a name into every text of a report, one after the other.
// None may come through, whatever field is added later.
func TestEveryField(t *testing.T) {
	for _, secret := range []string{"zorro", "zorro.corp", "10.9.8.7", "fe80::77:1", "ip-10-9-8-7", `C:\zorro\x.log`, "zo\x1brro", "Zörrö 画像", "com.zorro.Billing", "https://zorro/q?k=1", "<zorro>", "zorro@corp"} {
		full := leaky()
		fill(reflect.ValueOf(full).Elem(), secret)
		got, _ := redacted(t, full)
		got.Schema, got.Tool = "", analyze.Tool{}
		var texts []string
		texts = textsOf(reflect.ValueOf(got).Elem(), texts)
		for _, s := range texts {
			for _, part := range []string{secret, "zorro", "Zörrö", "10.9.8.7", "10-9-8-7", "画像"} {
				if strings.Contains(s, part) {
					t.Errorf("%q comes through in %q", part, s)
				}
			}
		}
	}
}

// TestCommonWords: a name that a sentence may hold without meaning it is replaced
// where sentences have names, and nowhere else.
func TestCommonWords(t *testing.T) {
	for _, c := range []struct {
		kind         kind
		name, in, to string
	}{
		{job, "a", "made a failed lookup, led by a.", "made a failed lookup, led by job-1."},
		{job, "lookup", "they queued on one failed lookup, led by lookup.", "they queued on one failed lookup, led by job-1."},
		{job, "17", "17 tries of 17 failed within 17 ms, led by 17.", "17 tries of 17 failed within 17 ms, led by job-1."},
		{job, "a1", "a1 and a2 waited, led by a1", "a1 and a2 waited, led by job-1"},
		{host, "cache", "3 tries of cache began; the cache answered from cache", "3 tries of host-1.example began; the cache answered from cache"},
		{host, "it", "the lookup of it failed, and it was cached", "the lookup of it failed, and it was cached"},
		{host, "localhost", "2 tries of localhost failed.", "2 tries of host-1.example failed."},
		{process, "A", "A stayed on the old address; A failed lookup in A.", "process-1 stayed on the old address; A failed lookup in process-1."},
		{host, "db", "2 tries of db failed, db.", "2 tries of host-1.example failed, host-1.example."},
		{host, "db", "2 tries of db1 and mydb failed, DB.", "2 tries of [...] and [...] failed, host-1.example."},
		{host, "bad\"name", `on the name "bad\"name", which is no host name`, `on the name "host-1.example", which is no host name`},
		{job, "nightly run", "led by nightly run.", "led by job-1."},
	} {
		n := newNames()
		n.label(c.kind, c.name)
		if got := n.sentence(c.in); got != c.to {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.to)
		}
	}
}

func fill(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem(), s)
		}
	case reflect.Slice:
		for i := range v.Len() {
			fill(v.Index(i), s)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), s)
			}
		}
	}
}

func textsOf(v reflect.Value, list []string) []string {
	switch v.Kind() {
	case reflect.String:
		list = append(list, v.String())
	case reflect.Pointer:
		if !v.IsNil() {
			list = textsOf(v.Elem(), list)
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = textsOf(v.Index(i), list)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanInterface() {
				list = textsOf(v.Field(i), list)
			}
		}
	}
	return list
}

// FuzzMessage: what is no word of the vocabulary never comes out of a message.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{"", "zzzqqq", "zzzqqq.example", "a zzzqqq: b", "zzzqqq/10.0.0.1:80", "[zzzqqq]", "x=zzzqqq;y", "java.net.zzzqqq", "java.Izzzqqq"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := newNames()
		n.label(job, "zzzqqq")
		got := n.message(s)
		for _, word := range strings.FieldsFunc(got, func(r rune) bool {
			return !strings.ContainsRune("._$", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			if strings.Contains(word, "zzzqqq") && !knownClass(word) { // classes of known packages stay, whatever they hold
				t.Errorf("%q becomes %q", s, got)
			}
		}
	})
}
