package analyze

import (
	"strings"

	"timeline/parse/javatrace"
)

// frameAnswer reads the frames of the exception that says that a name did not
// resolve, innermost first. It holds for OpenJDK 8 to 25:
//
//	getAddressesFromNameService on the stack    this thread did the lookup
//	Cached…get below NameServiceAddresses.get   it waited, then read the entry
//	Cached…get below getAllByName0              it read the entry at once
//	getAllByName0 on top                        one of the last two (before 8u352)
//
// The native frame alone says the same as the first line, for cut stacks.
// Frames of a socket that got an unresolved address say nothing: the name had
// failed earlier, when the InetSocketAddress was made.
func frameAnswer(frames []javatrace.Frame) answer {
	frames = skipThrowers(frames)
	for i := range frames {
		if isNativeLookup(frames[i]) {
			return answerNative
		}
	}
	if len(frames) == 0 {
		return answerUnknown
	}
	top := frames[0]
	switch {
	case isCacheRead(top) && len(frames) > 1:
		switch {
		case isServiceWait(frames[1]):
			return answerWaited
		case frames[1].Method == "getAllByName0":
			return answerCached
		}
	case isCacheRead(top):
		return answerCachedOrWaited
	case top.Method == "getAllByName0" && javaNet(top.Class) == "InetAddress":
		return answerCachedOrWaited
	}
	return answerUnknown
}

// skipThrowers drops frames of helpers that only throw (jdk.internal.util.Exceptions
// in builds of JDK 25).
func skipThrowers(frames []javatrace.Frame) []javatrace.Frame {
	for len(frames) > 0 && strings.HasPrefix(frames[0].Class, "jdk.internal.util.Exceptions") {
		frames = frames[1:]
	}
	return frames
}

// javaNet returns the name of a class of java.net without its package, "" for
// others. A log may shorten packages to make room: "j.n.InetAddress" and
// "j.net.InetAddress" (logstash-logback-encoder's ShortenedThrowableConverter).
func javaNet(class string) string {
	dot := strings.LastIndexByte(class, '.')
	if dot < 0 {
		return ""
	}
	switch class[:dot] {
	case "java.net", "java.n", "j.net", "j.n":
		return class[dot+1:]
	}
	return ""
}

func isNativeLookup(f javatrace.Frame) bool {
	class := javaNet(f.Class)
	switch f.Method {
	case "getAddressesFromNameService":
		return class == "InetAddress"
	case "lookupAllHostAddr":
		return strings.HasPrefix(class, "Inet")
	case "lookupByName":
		return strings.HasPrefix(class, "InetAddress$PlatformResolver")
	}
	return false
}

// isCacheRead: CachedAddresses from 8u352 to 17, CachedLookup from 21.
func isCacheRead(f javatrace.Frame) bool {
	if f.Method != "get" {
		return false
	}
	switch javaNet(f.Class) {
	case "InetAddress$CachedAddresses", "InetAddress$CachedLookup", "InetAddress$ValidCachedLookup":
		return true
	}
	return false
}

func isServiceWait(f javatrace.Frame) bool {
	return f.Method == "get" && javaNet(f.Class) == "InetAddress$NameServiceAddresses"
}
