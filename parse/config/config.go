// Package config reads the configuration of a JVM and of its name resolver: what
// a file sets, and on which line. It does not say what counts: package analyze
// does.
package config

import (
	"path"
	"strings"

	"timeline/parse"
)

// A Kind is the way in which a setting is written.
type Kind uint8

// Kinds of settings.
const (
	SecurityProperty Kind = iota + 1 // key=value in a java.security file or in one laid over it
	CommentedOut                     // the same behind a #: stock files name their defaults so
	SecurityFile                     // such a file itself; Value is "whole" if it lists security providers
	SystemProperty                   // -Dname=value
	SetSecurity                      // Security.setProperty("name", "value") in a program
	SetSystem                        // System.setProperty("name", "value")
	SetManager                       // System.setSecurityManager(…)
	Nameserver                       // of resolv.conf; Value is the address
	Search                           // of resolv.conf, LOCALDOMAIN or dnsConfig; Value is the whole list
	ResolverOption                   // of resolv.conf, RES_OPTIONS or dnsConfig; Value is empty for a flag
	JavaVersion                      // a container image; Value is the feature release that its tag names
	Musl                             // a container image with musl instead of glibc
)

// A Setting is one thing that a file sets. The strings are as written.
type Setting struct {
	Kind  Kind
	Name  string
	Value string
	Pos   parse.Pos

	// In is the name of the security file of a SecurityProperty, "" if a script
	// edits the JDK's own.
	In string
	// Via is the environment variable that carries a SystemProperty or a
	// ResolverOption, "" for a command line or a file.
	Via string
	// Scope is the container that a manifest gives the setting to, "" for all.
	Scope string
	// Computed: the value is an expression that only the running system knows.
	Computed bool
	// Argument: the flag stands behind the program's name, so that the program
	// gets it and the JVM does not.
	Argument bool
	// Behind is the line of a name lookup above a call in the same source file; 0
	// if there is none.
	Behind int
	// MinJDK and MaxJDK bound the releases that a jvm.options line is for; 0: none.
	MinJDK, MaxJDK int
}

// A File is what one file sets.
type File struct {
	Path     string
	Form     Form
	Settings []Setting // in the order of the file
}

// A Form is a kind of file, told by its content.
type Form string

// Forms of files.
const (
	FormEmpty      Form = "empty"
	FormProperties Form = "security properties"
	FormResolver   Form = "resolv.conf"
	FormFlags      Form = "JVM flags"
	FormShell      Form = "shell script"
	FormDockerfile Form = "Dockerfile"
	FormUnit       Form = "systemd unit"
	FormManifest   Form = "manifest"
	FormSource     Form = "program source"
)

// Read reads the text of a file. Any text is fine: what holds no setting gives
// none.
func Read(name string, text []byte) File {
	s := strings.ReplaceAll(string(text), "\r\n", "\n")
	return ReadAs(formOf(strings.TrimPrefix(s, "\ufeff")), name, text)
}

// ReadAs is Read for a text whose form is known: a java.security file that sets
// nothing, or flags without a file, whose positions then name what stands for it.
func ReadAs(form Form, name string, text []byte) File {
	s := strings.ReplaceAll(string(text), "\r\n", "\n")
	s = strings.TrimPrefix(s, "\ufeff")
	return readText(place{file: name, line: 1, name: baseName(name)}, s, form)
}

func baseName(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

// A place says where a text stands: a file, or a part of one.
type place struct {
	file  string
	line  int    // of the text's first line
	name  string // of the file, or of a file inside it
	scope string
	depth int // how many texts hold this one
}

func (p place) pos(line int) parse.Pos { return parse.Pos{File: p.file, Line: line} }

// maxDepth bounds texts in texts: a command in a script in a manifest.
const maxDepth = 4

func readText(p place, text string, form Form) File {
	f := File{Path: p.file, Form: form}
	switch form {
	case FormProperties:
		f.Settings = readProperties(p, text)
	case FormResolver:
		f.Settings = readResolver(p, text)
	case FormSource:
		f.Settings = readSource(p, text)
	case FormManifest:
		f.Settings = readManifest(p, text)
	case FormEmpty:
	default:
		f.Settings = readScript(p, text, form)
	}
	for i := range f.Settings {
		if f.Settings[i].Scope == "" {
			f.Settings[i].Scope = p.scope
		}
	}
	return f
}

// concernsLookups reports whether a property has to do with the address cache:
// also one that no JDK knows, which is a likely slip of the pen.
func concernsLookups(name string) bool {
	for _, prefix := range []string{"networkaddress.", "sun.net.inetaddr.", "es.networkaddress.", "opensearch.networkaddress."} {
		if strings.HasPrefix(strings.ToLower(name), prefix) {
			return true
		}
	}
	return name == "java.security.properties" || name == "java.security.manager" || name == "security.overridePropertiesFile"
}

// isComputed reports whether a value holds a variable or a template.
func isComputed(value string) bool {
	return strings.Contains(value, "$") || strings.Contains(value, "{{") || strings.Contains(value, "%")
}
