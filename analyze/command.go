package analyze

import "strings"

// Places where a command runs. Commands of another place than this host name the
// container, image or pod in capitals.
const (
	onHost      = "host"
	inContainer = "container"
	inImage     = "image"
	inPod       = "pod"
)

// everywhere is a shell script for all places that may hold a JVM.
func everywhere(script string) []Check {
	return []Check{
		{onHost, script},
		{inContainer, "docker exec CONTAINER sh -c " + shellQuote(script)},
		{inImage, "docker run --rm --entrypoint sh IMAGE -c " + shellQuote(script)},
		{inPod, "kubectl exec POD -- sh -c " + shellQuote(script)},
	}
}

// whereRunning is a shell script for the places that may hold a running JVM.
func whereRunning(script string) []Check {
	list := everywhere(script)
	return append(list[:2], list[3])
}

// here is a command that needs nothing of the JVM's machine.
func here(command string) []Check { return []Check{{onHost, command}} }

// checked completes an action with the commands that check it; the one for this
// host stands in Check too.
func checked(a Action, list []Check) Action {
	a.Check, a.Checks = list[0].Command, list
	return a
}

// securityScript prints the TTLs of the java.security file that belongs to the
// java on the path: conf/security of the JDK, lib/security up to JDK 8.
const securityScript = `find -L "$(dirname "$(readlink -f "$(command -v java)")")/.." -name java.security -exec grep -Hn "^networkaddress.cache" {} +`

// lintChecks read the java.security file for settings that do not do what they seem to.
func lintChecks(flags string) []Check {
	list := everywhere(strings.Replace(securityScript, `grep -Hn "^networkaddress.cache"`, "cat", 1))
	for i := range list {
		list[i].Command += " | timeline lint -" + flags
	}
	list[0].Command = `timeline lint "$JAVA_HOME/conf/security/java.security"` + flags
	return list
}

// resolverScript prints what bounds the time of a lookup.
const resolverScript = `cat /etc/resolv.conf; env | grep RES_OPTIONS`

// eachServer asks every name server of resolv.conf by itself.
func eachServer(host string) []Check {
	return everywhere(`for s in $(sed -n "s/^nameserver *//p" /etc/resolv.conf); do dig +tries=1 +time=2 @$s ` + nameOption(host) + shellWord(host) + "; done")
}

// digChecks ask for a name: with dig on this host, and elsewhere through the C
// library as a JVM does, since images rarely hold dig.
func digChecks(options, host, rest string) []Check {
	list := everywhere("getent ahosts " + shellWord(host))
	list[0].Command = "dig " + options + nameOption(host) + shellWord(host) + rest
	return list
}

// nameOption keeps dig from reading a name as an option, a server or a type.
func nameOption(host string) string {
	if strings.HasPrefix(host, "-") || strings.HasPrefix(host, "+") || strings.HasPrefix(host, "@") {
		return "-q "
	}
	return ""
}

// shellWord is s as one word of a POSIX shell: as it is where no character means
// anything to one, else quoted. Names of logs may hold anything.
func shellWord(s string) string {
	plain := s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-:/@+,", r))
	})
	if plain {
		return s
	}
	return shellQuote(s)
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
