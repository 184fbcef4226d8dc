package analyze

import "fmt"

// rivals are the other causes of what finding id says of l.
func (l *laggard) rivals(id string) []Rival {
	if id == "client-address" {
		return []Rival{{
			Hypothesis: "the name gives several addresses in turn, old ones among them", Status: "possible", Because: "the logs show which addresses answered, not what the name resolved to",
			WouldDecide: "all records of the name after the change",
		}, {
			Hypothesis: "several open connections, of which the youngest had reached the new address first", Status: "possible", Because: "the logs do not show whether each request opened a connection",
			WouldDecide: "connection counts, or Connection: close from the old server",
		}}
	}
	if id == "pinned-connection" {
		list := []Rival{{Hypothesis: "the JVM's address cache kept the old address", Status: "refuted", Because: "the same process resolved the name to the new address meanwhile"}}
		switch {
		case l.moved == nil && !l.relapses():
			list = append(list, Rival{
				Hypothesis: "the client holds the address itself, and never resolves it again", Status: "possible", Because: "it had not left the old address when the logs end",
				WouldDecide: "connection counts, or where it goes once the old server closes its connections",
			})
		case l.relapses():
			list = append(list, Rival{
				Hypothesis: "the client library keeps addresses of its own", Status: "possible", Because: fmt.Sprintf("%s went to an old address after a new one had been reached", tries(len(l.relapsed))),
				WouldDecide: "a topology refresh setting of the client, or connection counts",
			})
		}
		return list
	}
	open := Rival{
		Hypothesis: "an open connection, not the address cache, kept the traffic there", Status: "possible", Because: "the logs do not show whether each request opened a connection",
		WouldDecide: "connection counts, or Connection: close from the old server",
	}
	if len(l.hung) >= 3 && l.moved != nil {
		open.Because = "the logs do not show whether each request opened a connection; requests that each hang to the time limit speak for new ones"
	}
	slow := Rival{
		Hypothesis: "the record itself, or a cache in front of the resolver, changed late", Status: "possible", Because: "only this client is seen", WouldDecide: "a peer that resolves without the JVM, or dig at the same time",
	}
	if by := l.change.by; by != nil && by != l.stream {
		slow.Status, slow.WouldDecide = "refuted", ""
		slow.Because = fmt.Sprintf("%s used a new address at %s", firstNonEmpty(by.client, by.process), clockTime(by.moved.first.when()))
	}
	if l.byChance() {
		return append(l.settingsRivals(), open, slow, Rival{
			Hypothesis: "the name gives several addresses in turn, and this one is as good as the other", Status: "possible",
			Because: fmt.Sprintf("only %s changed the address, and the old one goes on answering", plural(l.change.moved, "client", "clients")), WouldDecide: "when the record was changed (--cutover), or all records of the name",
		})
	}
	return append(l.settingsRivals(), open, slow)
}
