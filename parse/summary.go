package parse

import (
	"strings"
	"time"
)

// zoneUse counts where times took their zone from.
type zoneUse struct{ stated, assumed, bare int }

func (z *zoneUse) add(m Missing) {
	switch m {
	case Whole:
		z.stated++
	case NoZone, NoYear:
		z.assumed++
	case NoDate:
		z.bare++
	}
}

func (z *zoneUse) text(zone *time.Location) string {
	name := "UTC"
	if zone != nil {
		name = zone.String()
	}
	switch {
	case z.stated > 0 && z.assumed+z.bare > 0:
		return "stated in part, else assumed " + name
	case z.stated > 0:
		return "stated"
	case z.assumed > 0:
		return "assumed " + name
	}
	return "none"
}

// formatCount names the formats of an input in the order of their appearance.
type formatCount struct{ names []string }

func (f *formatCount) add(name string) {
	for _, n := range f.names {
		if n == name {
			return
		}
	}
	if len(f.names) < 8 {
		f.names = append(f.names, name)
	}
}

func (f *formatCount) String() string {
	if len(f.names) == 0 {
		return "text"
	}
	return strings.Join(f.names, ", ")
}
