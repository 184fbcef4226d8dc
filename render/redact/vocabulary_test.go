package redact

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write vocabulary.txt anew")

// TestVocabulary holds vocabulary.txt to the texts in the sources of analyze and
// parse: a word of a new sentence that is missing there would be masked.
func TestVocabulary(t *testing.T) {
	want := sourceWords(t)
	if *update {
		if err := os.WriteFile("vocabulary.txt", []byte(strings.Join(want, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	var missing []string
	for _, w := range want {
		if !vocabulary()[w] {
			missing = append(missing, w)
		}
	}
	if len(missing) > 0 {
		t.Errorf("not in vocabulary.txt (go test ./render/redact -update): %q", missing)
	}
}

var verb = regexp.MustCompile(`%[-+# 0]*(\d+|\*)?(\.\d+)?[a-zA-Z]`)

// exceptionWords are those of exception messages of the JDK and of clients that
// the sources do not quote in full.
const exceptionWords = `connect connection connected connecting timed out timeout read write reset refused aborted closed broken pipe by peer
 name or service not known temporary failure in resolution unknown host no such is route to unreachable network
 unable execute http request acquire operation took longer than the configured maximum time failed remote server error status code
 received an when attempting to interact with a lookup socket stream end of file premature unexpected null exception cause caused
 handshake ssl tls certificate expired address already use too many open files rejected task pool exhausted available`

func sourceWords(t *testing.T) []string {
	words := map[string]bool{}
	collect := func(text string) {
		text = verb.ReplaceAllString(text, " \x00 ")
		for _, f := range strings.Fields(strings.ToLower(text)) {
			if f = strings.TrimRight(strings.TrimLeft(f, opening), closing); f != "" && !strings.Contains(f, "\x00") {
				words[f] = true
			}
			for _, piece := range strings.FieldsFunc(f, func(r rune) bool { return strings.ContainsRune(separators+"\x00", r) }) {
				if piece = strings.Trim(piece, closing+"-"); piece != "" {
					words[piece] = true
				}
			}
		}
	}
	collect(exceptionWords)
	for _, dir := range []string{"../../analyze", "../../analyze/*", "../../parse", "../../parse/config", "../../parse/javatrace", "../../parse/stamp"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources in %s: %v", dir, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec, *ast.Field:
					return false // paths and tags
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						collect(text)
					}
				}
				return true
			})
		}
	}
	list := make([]string, 0, len(words))
	for w := range words {
		if !number.MatchString(w) && isWord(w) {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	return list
}

// isWord leaves out what a literal holds beside text: patterns and bytes.
func isWord(w string) bool {
	return !strings.ContainsAny(w, "\\^*\x00\x1b") && strings.ContainsFunc(w, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 })
}
