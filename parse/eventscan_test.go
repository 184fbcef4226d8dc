package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// The short way and the long way say the same of any object: keys in any order,
// with escapes, numbers for texts and times, nested values, keys given twice,
// blanks, line ends of Windows, torn lines.
func TestEventScan(t *testing.T) {
	short := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		var lines, array bytes.Buffer
		array.WriteString("[")
		for i := range 60 {
			o := randomEvent(r)
			lines.WriteString(usual(r, "", " ", "\t") + o + usual(r, "\n", "\r\n", ",\n", " \n", "\n\n"))
			if i > 0 {
				array.WriteString(",")
			}
			array.WriteString(pick(r, "", "\n", "\n  ", "\r\n ") + strings.ReplaceAll(o, ",\"", ","+pick(r, "", "\n", " ")+"\""))
		}
		array.WriteString("\n]\n")
		opt := Options{}
		if r.IntN(4) == 0 {
			opt.Zone = time.FixedZone("x", 3600)
		}
		for _, size := range []int{200, 900, 1 << 14} {
			short += sameAhead(t, lines.Bytes(), opt, 1, size)
			short += sameAhead(t, array.Bytes(), opt, 1, size)
		}
	}
	if short < 10000 {
		t.Errorf("only %d events were read the short way", short)
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// usual picks the first of a list, and rarely another.
func usual(r *rand.Rand, list ...string) string {
	if r.IntN(20) > 0 {
		return list[0]
	}
	return pick(r, list...)
}

// randomEvent writes an object that is an event more often than not.
func randomEvent(r *rand.Rand) string {
	pick, plain := pick, r.IntN(4) > 0
	if plain {
		pick = usual
	}
	members := []string{
		`"topic":` + pick(r, `"aStart"`, `"aEnd"`, `"aFailed"`, `"s3Upload.end"`, `"heartbeat"`, `"a\u0053tart"`, `7`, `null`),
		`"eventTime":` + pick(r, `"2026-07-28T11:45:25.8610"`, `"2026-07-28T11:45:25.861Z"`, `"2026-07-28 11:45:25,861"`, `"2026-07-28T20:45:25+09:00"`,
			`1785239131412`, `1785239131.412345678`, `"1785239131412"`, `"11:45:25.861"`, `"2026-02-30T11:45:25"`, `"2026-07-28T24:00:00"`, `"2026-07-28T11:45:60Z"`,
			`"Jul 28, 2026 11:45:31 AM"`, `"2026-07-28T11:45:25.1234567891"`, `"2026-07-28"`, `""`, `null`, `"1969-12-31T23:59:59Z"`),
	}
	for _, m := range []string{
		`"jobId":` + pick(r, `"J1"`, `"job-000002"`, `" J2 "`, `"é"`, `"a\"b"`, `17`, `true`, `null`, `""`, `{"id":1}`, `"`+"\t"+`"`),
		`"thread":` + pick(r, `"main"`, `"pool-1-thread-2"`, `"스레드"`, `"\\"`, `1e3`),
		`"host":` + pick(r, `"a.example.com"`, `"https://a.example.com:8443/x"`, `"[::1]:80"`, `"A.EXAMPLE.COM."`, `3`, `"a\/b"`),
		`"pod":` + pick(r, `"p-1"`, `" p"`, `5`),
		`"remote":` + pick(r, `"10.0.0.1"`, `"10.0.0.1:443"`, `null`),
		`"status":` + pick(r, `"ok"`, `"failed"`, `200`, `503`, `false`, `"what"`),
		`"level":"ERROR"`, `"elapsedMs":12`, `"try":2`, `"x":"y\n"`, `"correlationIdentifier":"c-1"`, `"id":""`,
	} {
		if r.IntN(2) == 0 {
			members = append(members, m)
		}
	}
	for _, m := range []string{
		`"elapsed":12`, `"x":[1,{"a":2}]`, `"x":{"topic":"b"}`, `"x":1.5e-3`, `"x":tru`, `"message":"java.net.UnknownHostException: a"`,
		`"timestamp":"2026-07-28T11:45:26Z"`, `"topic":"bEnd"`, `"event":"cStart"`, `"phase":"end"`, `"logger_name":"c.e.Job"`,
		`"a b":1`, `"k\"":1`, `"":2`, `"spaced" : 3`, `"hostname":"m1"`, `"pid":7`, `"url":"http://u.example/x"`,
	} {
		if !plain && r.IntN(12) == 0 {
			members = append(members, m)
		}
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	o := "{" + strings.Join(members, pick(r, ",", ",", ", ", " , ")) + "}"
	switch r.IntN(200) {
	case 0:
		return o[:r.IntN(len(o))]
	case 1:
		return o + o
	case 2:
		return o + " x"
	}
	return o
}

func FuzzEventScan(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 6))
	for range 20 {
		f.Add([]byte(fmt.Sprintf("%s\n%s\n", randomEvent(r), randomEvent(r))), uint16(300))
	}
	for _, s := range seeds {
		f.Add([]byte(s+"\n"+s+"\n"), uint16(200))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		if len(text) < 1<<16 && bytes.IndexByte(text, 0) < 0 { // what is binary shows in the first block
			sameAhead(t, bytes.Repeat(text, 3), Options{}, 1, 64+int(size))
		}
	})
}
