package parse

import "testing"

// A store may give an entry with its trace in one piece, and the pieces in either
// order: the lines of each stand as they were written.
func TestPieces(t *testing.T) {
	const (
		first  = `["1785239131413000000","2026-07-28 11:45:31.413 [a] ERROR c.e.Job - call failed\njava.net.UnknownHostException: a.test\n\tat c.e.Job.run(Job.java:12)\nCaused by: c.e.DeepException: x\n\t... 3 more"]`
		second = `["1785239132500000000","2026-07-28 11:45:32.500 [b] ERROR c.e.Job - call failed\njava.net.UnknownHostException: b.test\n\tat c.e.Job.run(Job.java:12)"]`
		third  = `["1785239133000000000","2026-07-28 11:45:33.000 [c] ERROR c.e.Job - gave up"]`
	)
	stream := func(values string) string {
		return `{"data":{"result":[{"stream":{"pod":"p"},"values":[` + values + `]}]}}`
	}
	ascending, _, _ := read(t, stream(first+","+second+","+third), "in", Options{})
	descending, bad, _ := read(t, stream(third+","+second+","+first), "in", Options{})
	if len(ascending) != 3 || len(ascending[0].Trace.Throwables) != 2 || len(ascending[1].Trace.Throwables) != 1 {
		t.Fatalf("got %+v, want three entries, two with a trace", ascending)
	}
	for i, j := 0, len(descending)-1; i < j; i, j = i+1, j-1 {
		descending[i], descending[j] = descending[j], descending[i]
	}
	compare(t, descending, ascending)
	if len(bad) > 0 {
		t.Errorf("bad: %v", bad[0])
	}
}

// Rows of a table are entries of their own where their times lie apart, and lines of
// one where a program wrote them at once.
func TestRowsApart(t *testing.T) {
	const text = "time,level,message\n2026-07-28T11:45:31.413Z,INFO,Started Application in 2 seconds\n" +
		"2026-07-28T11:45:31.613Z,INFO,call ok url=http://a.test/v1 duration=42ms\n2026-07-28T11:45:31.614Z,INFO,and said: host=b.test\n"
	got, _, _ := read(t, text, "in", Options{})
	if len(got) != 1 || got[0].Host != "a.test" || got[0].Pos.Line != 3 {
		t.Errorf("got %+v, want the call of line 3", got)
	}
}

// Spring Boot's times have a T: they tell the prefix of stern too.
func TestSternBeforeBoot(t *testing.T) {
	const text = "orders-7c9d8-x2x4l app 2026-07-28T11:45:31.413Z ERROR 1 --- [main] c.e.Job : call failed\norders-7c9d8-x2x4l app java.net.UnknownHostException: a.test\norders-7c9d8-x2x4l app \tat c.e.Job.run(Job.java:12)\n"
	got, _, _ := read(t, text, "in", Options{})
	if len(got) != 1 || got[0].Process != "orders-7c9d8-x2x4l" || got[0].Lack != Whole || len(got[0].Trace.Throwables) != 1 {
		t.Errorf("got %+v, want one entry with its trace", got)
	}
}
