package parse

import (
	"maps"
	"slices"
	"time"

	"timeline/parse/stamp"
)

// zoneOf returns the zone that the user gave for a process, nil for none.
func (o *Options) zoneOf(process string) *time.Location {
	if z, ok := o.Zones[process]; ok {
		return z
	}
	return o.Zone
}

// processZones places times that state no zone where the zone depends on the
// process: who wrote a line is known only when the whole of it is read. Each
// zone has a clock of its own, since logs of two zones do not share the hour
// that clocks show twice.
type processZones map[string]*processZone

type processZone struct {
	clock stamp.Clock
	used  bool
}

// newProcessZones returns nil where one zone is that of all.
func newProcessZones(opt Options) processZones {
	if len(opt.Zones) == 0 {
		return nil
	}
	z := processZones{"": {clock: stamp.Clock{Zone: opt.Zone}}}
	for process, zone := range opt.Zones {
		z[process] = &processZone{clock: stamp.Clock{Zone: zone}}
	}
	return z
}

// place returns the instant that a record's clock shows, which was read as UTC.
func (z processZones) place(rec *Record) time.Time {
	p, ok := z[rec.Process]
	if !ok {
		p = z[""]
	}
	p.used = true
	return p.clock.Place(rec.Time)
}

// names are the processes whose times were placed.
func (z processZones) names() []string {
	var names []string
	for _, process := range slices.Sorted(maps.Keys(z)) {
		if process != "" && z[process].used {
			names = append(names, process)
		}
	}
	return names
}

func (z processZones) folds() int {
	n := 0
	for _, p := range z {
		n += p.clock.Folds
	}
	return n
}
