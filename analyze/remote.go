package analyze

import (
	"net/netip"
	"strings"

	"timeline/parse"
	"timeline/parse/javatrace"
)

// remoteTried is the address that a failed record's exceptions name, "" where they
// name none, or where the name did not resolve at all.
func remoteTried(f *failure, r *parse.Record) string {
	if f == nil || f.dns {
		return ""
	}
	return remoteOf(&r.Trace, r.Message)
}

// remoteOf finds the address that a failed connection went to, as the messages of
// its exceptions tell it: "host/192.0.2.1:443". Apache's client, OkHttp, Netty and
// Lettuce print it, the JDK itself does not. Apache lists all addresses of the name,
// not the one it tried: several say nothing.
func remoteOf(tr *javatrace.Trace, message string) string {
	found := ""
	texts := []string{message}
	for i := range tr.Throwables {
		texts = append(texts, tr.Throwables[i].Message)
	}
	for _, text := range texts {
		for rest := text; ; {
			_, behind, ok := strings.Cut(rest, "/")
			if !ok {
				break
			}
			if ip := addressAt(behind); ip != "" {
				if found != "" && found != ip {
					return ""
				}
				found = ip
			}
			rest = behind
		}
	}
	return found
}

// addressAt reads an address that s begins with, with or without a port behind it.
func addressAt(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF.:[]%", r) })
	if end < 0 {
		end = len(s)
	}
	text := strings.TrimRight(s[:end], ":.")
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr().String()
	}
	for {
		if a, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
			return a.String()
		}
		i := strings.LastIndexAny(text, "]:")
		if i <= 0 {
			return ""
		}
		text = text[:i]
	}
}
