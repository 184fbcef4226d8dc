package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carlos7ags/folio/reader"

	"timeline/render/export"
	"timeline/render/redact"
)

// products are all that a redacted report is written to. PNG holds the texts of
// the SVG as pixels.
var products = []string{"r.txt", "r.md", "r.json", "r.html", "r.svg", "r.pdf", "r.sarif", "r.xml", "r.prom"}

// compared are what a redacted comparison is written to.
var compared = []string{"d.txt", "d.md", "d.json", "d.svg", "d.pdf"}

// redactAll writes every product of logs with --redact and gives them with the key.
func redactAll(t *testing.T, logs ...string) (map[string]string, redact.Key) {
	t.Helper()
	dir := t.TempDir()
	keyFile := filepath.Join(dir, "key.json")
	args := []string{"analyze", "--redact-map", keyFile}
	for _, p := range products {
		args = append(args, "-o", filepath.Join(dir, p))
	}
	texts := map[string]string{"stderr": runQuiet(t, append(args, logs...))}
	for _, format := range []string{"text", "brief", "status"} {
		texts["--format "+format] = runQuiet(t, append([]string{"analyze", "--redact", "--format", format}, logs...))
	}
	for _, to := range export.Formats() {
		texts["--to "+to] = runQuiet(t, append([]string{"export", "--redact", "--to", to}, logs...))
	}
	if len(logs) == 1 {
		args := []string{"diff", "--redact"}
		for _, p := range compared {
			args = append(args, "-o", filepath.Join(dir, p))
		}
		texts["diff on stderr"] = runQuiet(t, append(args, logs[0], logs[0]))
		texts["diff"] = runQuiet(t, []string{"diff", "--redact", logs[0], logs[0]})
	}
	for _, p := range append(slices.Clone(products), compared...) {
		b, err := os.ReadFile(filepath.Join(dir, p))
		if err != nil {
			t.Fatal(err)
		}
		texts[p] = string(b)
		if strings.HasSuffix(p, ".pdf") {
			texts[p] = pdfText(t, b)
		}
	}
	info, err := os.Stat(keyFile)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key: %v, %v", info.Mode(), err)
	}
	b, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	var key redact.Key
	if err := json.Unmarshal(b, &key); err != nil {
		t.Fatal(err)
	}
	return texts, key
}

// pdfText is all that a PDF says: on its page, under it, and about it.
func pdfText(t *testing.T, data []byte) string {
	t.Helper()
	doc, err := reader.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	page, err := doc.Page(0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := page.ExtractText()
	if err != nil {
		t.Fatal(err)
	}
	stream, err := page.ContentStream()
	if err != nil {
		t.Fatal(err)
	}
	title, author, subject, creator, producer := doc.Info()
	if text == "" || title == "" || subject == "" {
		t.Fatalf("no text in the PDF: %q, title %q, subject %q", text, title, subject)
	}
	return strings.Join([]string{title, author, subject, creator, producer, text, string(stream)}, "\n")
}

func runQuiet(t *testing.T, args []string) string {
	t.Helper()
	var out, errs bytes.Buffer
	env := environment{in: strings.NewReader(""), out: &out, err: &errs, lookup: func(string) (string, bool) { return "", false }}
	if code := run(args, env); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
	return out.String() + errs.String()
}

// fonts are base64 in which any short name occurs by chance.
var fonts = regexp.MustCompile(`base64,[A-Za-z0-9+/=]+`)

// mustNotHold looks for secret as it is and as the writers escape it.
func mustNotHold(t *testing.T, texts map[string]string, secret string) {
	t.Helper()
	quoted, _ := json.Marshal(secret)
	for product, text := range texts {
		text = fonts.ReplaceAllString(text, "")
		for _, form := range []string{secret, strings.Trim(string(quoted), `"`), fmt.Sprintf("%+q", secret)[1:]} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
				at := strings.Index(strings.ToLower(text), strings.ToLower(form))
				t.Errorf("%s holds %q: …%s…", product, form, text[max(0, at-60):min(len(text), at+60)])
			}
		}
	}
}

func TestRedactedSamples(t *testing.T) {
	for _, sample := range []string{"s3-upload", "sawtooth", "slow-server", "dns-change"} {
		path := "../../samples/" + sample
		texts, key := redactAll(t, path)
		delete(texts, "stderr") // warnings name the files that the caller named
		if len(key.Names) < 3 {
			t.Errorf("%s: only %d names", sample, len(key.Names))
		}
		for _, n := range key.Names {
			mustNotHold(t, texts, n.Original)
		}
		for _, part := range []string{"media-bucket", "ledger", "billing", "ap-northeast", "amazonaws.com", "172.30", "../samples"} {
			mustNotHold(t, texts, part)
		}
	}
}

// TestRedactedHostileNames: names that are short, common words, look like other
// kinds of names, or are made to act in a writer.
func TestRedactedHostileNames(t *testing.T) {
	const stack = "\n\tat java.base/java.net.InetAddress$CachedAddresses.get(InetAddress.java:801)\n\tat java.base/java.net.InetAddress.getAllByName0(InetAddress.java:1533)\n\tat com.zorro.pay.Ledger.post(Ledger.java:12)\n"
	hosts := []string{"ip-10-77-0-12.eu-west-1.compute.internal", "10.77.1.2", "2001:4860:77::88", "zorro", "ZORRO.Corp.", "zorro_bucket.s3.amazonaws.com", "xn--zorro-kva.test", "зорро.test"}
	var log strings.Builder
	for i, h := range hosts {
		for try := range 3 {
			fmt.Fprintf(&log, "2026-03-09 02:14:%02d.%03d ERROR [zorro-pool-%d] com.zorro.pay.Uploader - upload of Zorro GmbH failed jobId=zorro-job-%d host=%s elapsedMs=%d remoteIp=10.77.9.%d:443\n",
				i*5+try, 100*try, i, i, h, 20+try, i)
			fmt.Fprintf(&log, "com.zorro.pay.ZorroException: customer zorro@zorro.example at /srv/zorro/%d.pem\nCaused by: java.net.UnknownHostException: %s%s", i, h, stack)
		}
	}
	file := filepath.Join(t.TempDir(), "zorro.log")
	if err := os.WriteFile(file, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	texts, key := redactAll(t, "zorro-vm="+file)
	delete(texts, "stderr")
	if len(key.Names) < 20 {
		t.Errorf("only %d names: %+v", len(key.Names), key.Names)
	}
	for _, secret := range []string{"zorro", "зорро", "10.77.", "10-77-", "4860:77", filepath.Dir(file)} {
		mustNotHold(t, texts, secret)
	}
}
