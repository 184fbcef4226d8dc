package analyze

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"timeline/parse"
)

// benchLog is a TimeLog of an event a line with as many tries, and its records.
func benchLog(tries int) ([]byte, []parse.Record) {
	records := outageLog(1, tries)
	var text bytes.Buffer
	for i := range records {
		r := &records[i]
		phase, status := "Start", ""
		if r.Phase != parse.Start {
			phase, status = "End", `,"status":"ok"`
			if r.Status == parse.Failed {
				status = fmt.Sprintf(`,"status":"error","exception":"java.net.UnknownHostException: %s"`, r.Host)
			}
		}
		fmt.Fprintf(&text, `{"jobId":"%s","thread":"upload-%s","host":"%s.media-bucket.s3.ap-northeast-1.amazonaws.com","topic":"%s%s","eventTime":"%s"%s}`+"\n",
			r.Job, r.Thread, r.Host, r.Operation, phase, r.Time.Format("2006-01-02T15:04:05.0000"), status)
	}
	return text.Bytes(), records
}

// perSecond reports n of something and the log's bytes for each run of the loop.
func perSecond(b *testing.B, text []byte, n int, unit string) {
	b.SetBytes(int64(len(text)))
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), unit)
	b.ReportAllocs()
}

// collect reads a log into a Collector, with so many goroutines.
func collect(text []byte, workers int) *Collector {
	c := NewCollector("")
	r := parse.NewAheadReader(bytes.NewReader(text), "in", "", parse.Options{}, workers, c.NewPart)
	for r.Scan() {
		if part, missing := r.Part(); part != nil {
			c.AddPart(part, missing)
		} else if rec := r.Record(); rec != nil {
			c.Add(rec)
		}
	}
	return c
}

// Reading, pairing and thinning, as one thing.
func BenchmarkCollect(b *testing.B) {
	text, records := benchLog(200_000)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint("workers", workers), func(b *testing.B) {
			for b.Loop() {
				collect(text, workers).Thin()
			}
			perSecond(b, text, len(records), "records/s")
		})
	}
}

// Pairing events that come as records, and letting tries go, without reading.
func BenchmarkPair(b *testing.B) {
	text, records := benchLog(100_000)
	b.Run("inorder", func(b *testing.B) {
		for b.Loop() {
			c := NewCollector("")
			for i := range records {
				c.Add(&records[i])
			}
		}
		perSecond(b, text, len(records), "records/s")
	})
	b.Run("parts", func(b *testing.B) {
		for b.Loop() {
			c := NewCollector("")
			for i := 0; i < len(records); i += 5000 {
				addPart(c, records[i:min(i+5000, len(records))])
			}
		}
		perSecond(b, text, len(records), "records/s")
	})
}

// What follows on reading: all tries of a log in which one in forty fails are kept.
func BenchmarkStages(b *testing.B) {
	text, _ := benchLog(100_000)
	c := collect(text, 2)
	for stage, run := range []func(*Collector){
		func(c *Collector) { c.Thin() },
		func(c *Collector) { build([]*Collector{c}, time.UTC) },
		func(c *Collector) { infer(build([]*Collector{c}, time.UTC), Options{}) },
		func(c *Collector) { runChecks(infer(build([]*Collector{c}, time.UTC), Options{})) },
		func(c *Collector) { Run([]*Collector{c}, make([]Input, 1), Options{}) },
	} {
		b.Run([]string{"Thin", "Build", "BuildInfer", "BuildInferCheck", "Run"}[stage], func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				own := c.Clone()
				b.StartTimer()
				run(own)
			}
			perSecond(b, text, 100_000, "tries/s")
		})
	}
}
