package analyze

import (
	"os/exec"
	"strings"
	"testing"
)

// TestShellWord: a name of a log is one word of a shell, whatever it holds.
func TestShellWord(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	for _, name := range []string{"db.example.net", "a b", "$(touch x)", "`id`", "it's", "x;y", `"`, `\`, "", "-f", "*", "a\nb", "é.example"} {
		out, err := exec.Command(sh, "-c", "printf %s "+shellWord(name)).Output()
		if err != nil || string(out) != name {
			t.Errorf("%q became %q (%v)", name, out, err)
		}
		// The same inside the quotes of a container's shell.
		c := everywhere("printf %s " + shellWord(name))[1].Command
		out, err = exec.Command(sh, "-c", strings.Replace(c, "docker exec CONTAINER", "", 1)).Output()
		if err != nil || string(out) != name {
			t.Errorf("%q became %q in a container (%v)", name, out, err)
		}
	}
}

// TestCommandsParse holds the scripts to the grammar of a POSIX shell.
func TestCommandsParse(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	var list []Check
	for _, checks := range [][]Check{everywhere(securityScript), everywhere(resolverScript), lintChecks(""), eachServer("it's"), digChecks("+search ", "-x", ""), whereRunning("ss -tn")} {
		list = append(list, checks...)
	}
	for _, c := range list {
		if out, err := exec.Command(sh, "-n", "-c", c.Command).CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %s", c.Where, c.Command, out)
		}
	}
}
