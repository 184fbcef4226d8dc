package analyze

import "strings"

// fromRequestHost reads what clients say of a request that failed: a bare name as
// the reason is the message of an UnknownHostException, and of no other exception.
func fromRequestHost(m string) *failure {
	for _, r := range requestShapes {
		reason, ok := r.reason(m)
		if !ok {
			continue
		}
		var f failure
		readHostColonText(&f, reason)
		if !looksLikeHost(f.host) || !r.repeats && !strings.Contains(f.host, ".") && f.text == "" {
			return nil
		}
		f.dns, f.message = true, reason
		if f.text == "" {
			f.cause = CauseUnknown
		}
		settleNative(&f)
		return &f
	}
	return nil
}

// requestShapes are the forms in which clients say why a request failed.
var requestShapes = [...]struct {
	mark    string // stands in every message of this form
	repeats bool   // only a reason that repeats the host of the request counts
	reason  func(m string) (string, bool)
}{
	{"Unable to execute HTTP request: ", false, sdkReason},
	{"'. > ", true, gradleReason},
	{` request for "`, true, springReason},
	{" executing ", true, feignReason},
}

// sdkReason: the AWS SDK's "Unable to execute HTTP request: host (…)".
func sdkReason(m string) (string, bool) {
	_, reason, ok := strings.Cut(m, "Unable to execute HTTP request: ")
	return strings.TrimSpace(cutAny(firstLine(reason), " (", ", ")), ok
}

// gradleReason: Gradle says why on the line below the request.
func gradleReason(m string) (string, bool) {
	request, reason, ok := strings.Cut(m, "'. > ")
	return reason, ok && strings.HasPrefix(request, "> Could not ") && strings.Contains(request+"/", "://"+reason+"/")
}

// springReason: Spring's RestTemplate and RestClient, "I/O error on GET request for
// "http://host:8080/path": host".
func springReason(m string) (string, bool) {
	_, rest, ok := strings.Cut(m, ` request for "`)
	url, reason, found := strings.Cut(rest, `": `)
	reason = strings.TrimSpace(cutAny(reason, "\n", ";", `"`))
	return reason, ok && found && reason != "" && reason == urlHost(url)
}

// feignReason: Feign's "host executing GET http://host/path".
func feignReason(m string) (string, bool) {
	before, request, ok := strings.Cut(m, " executing ")
	_, url, found := strings.Cut(request, " ")
	reason := lastWord(before)
	return reason, ok && found && reason != "" && reason == urlHost(url)
}

// urlHost returns the host of a URL, as it is written there; "" for none.
func urlHost(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	rest = cutAny(rest, "/", "?", "#", " ", "\n", `"`)
	return withoutPort(rest[strings.LastIndexByte(rest, '@')+1:])
}
