package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"timeline/parse"
	"timeline/render/words"
)

// zoneTable holds the zones of --input-tz: one for all, and one per process.
type zoneTable map[string]*time.Location

// of returns the zone of a process, nil where the user gave none: then the times
// of an envelope may tell it.
func (t zoneTable) of(process string) *time.Location {
	if z, ok := t[process]; ok {
		return z
	}
	return t[""]
}

// with returns opt for one input. Where the user named its process, that is the
// process of all its times; else each record is asked for its own.
func (t zoneTable) with(opt parse.Options, process string) parse.Options {
	opt.Zone, opt.Zones = t.of(process), nil
	if process != "" {
		return opt
	}
	for name, z := range t {
		if name == "" {
			continue
		}
		if opt.Zones == nil {
			opt.Zones = map[string]*time.Location{}
		}
		opt.Zones[name] = z
	}
	return opt
}

// warnZones tells of names of --input-tz that no process has whose times lack a
// zone: a name that is misspelled would leave them in another zone.
func warnZones(env environment, zones zoneTable, pieces []piece) {
	met := map[string]bool{"": true}
	for _, p := range pieces {
		met[p.input.Process] = true
		for _, name := range p.placed {
			met[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(zones)) {
		if !met[name] {
			fmt.Fprintf(env.err, "timeline: --input-tz %s=%s changes nothing: no input has times without a zone of a process with this name\n", words.Visible(name), zones[name])
		}
	}
}

// orUTC returns the zone of a process for where nothing else can tell it.
func (t zoneTable) orUTC(process string) *time.Location {
	if z := t.of(process); z != nil {
		return z
	}
	return time.UTC
}

func parseZones(flags []string) (zoneTable, error) {
	t := zoneTable{}
	for _, f := range flags {
		process, name, ok := strings.Cut(f, "=")
		if !ok {
			process, name = "", f
		}
		z, err := parseZone(name)
		if err != nil {
			return nil, err
		}
		t[process] = z
	}
	return t, nil
}

// parseZone reads an IANA zone name or an offset.
func parseZone(name string) (*time.Location, error) {
	if t, err := time.Parse("-07:00", name); err == nil {
		_, offset := t.Zone()
		return time.FixedZone(name, offset), nil
	}
	z, err := time.LoadLocation(name)
	if err != nil || name == "" {
		return nil, usageErrorf("%q is no time zone: use a name as Asia/Seoul, or an offset as +09:00", name)
	}
	return z, nil
}
