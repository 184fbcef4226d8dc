package parse

import "time"

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
