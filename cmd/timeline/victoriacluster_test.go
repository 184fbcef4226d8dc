//go:build victorialogs

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// These tests build VictoriaLogs, start a cluster of it on loopback and load it:
//
//	go test -tags victorialogs -run VictoriaLogs ./cmd/timeline
//
// VICTORIA_LOGS may name a program that is built already.
const victoriaLogsVersion = "v1.52.1"

// A cluster is two storage nodes, an insert node and a select node.
type cluster struct {
	storage          [2]*exec.Cmd
	storageURL       [2]string
	insertURL, query string
}

func victoriaLogsProgram(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("VICTORIA_LOGS"); path != "" {
		return path
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "go", "install", "github.com/VictoriaMetrics/VictoriaLogs/app/victoria-logs@"+victoriaLogsVersion)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOBIN="+dir, "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("cannot build VictoriaLogs: %v: %s", err, out)
	}
	return filepath.Join(dir, "victoria-logs")
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	program := victoriaLogsProgram(t)
	c := &cluster{}
	var nodes []string
	for i := range c.storage {
		var addr string
		c.storage[i], addr = startNode(t, program, "-retentionPeriod=100y")
		nodes = append(nodes, addr)
		c.storageURL[i] = "http://" + addr
	}
	both := "-storageNode=" + strings.Join(nodes, ",")
	_, insert := startNode(t, program, both, "-select.disable")
	_, query := startNode(t, program, both, "-insert.disable")
	c.insertURL, c.query = "http://"+insert, "http://"+query
	return c
}

// startNode starts one process on a free port and stops it when the test ends.
func startNode(t *testing.T, program string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	var said bytes.Buffer
	node := exec.Command(program, append([]string{"-httpListenAddr=" + addr, "-storageDataPath=" + t.TempDir(), "-loggerLevel=WARN"}, args...)...)
	node.Stderr = &said
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stopNode(node) })
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if r, err := http.Get("http://" + addr + "/health"); err == nil {
			r.Body.Close()
			return node, addr
		}
		if time.Now().After(deadline) {
			stopNode(node)
			t.Fatalf("%s did not start: %s", strings.Join(args, " "), said.String())
		}
	}
}

// stopNode ends one process, known by its id, at once.
func stopNode(node *exec.Cmd) {
	if node.ProcessState == nil {
		node.Process.Kill()
		node.Wait()
	}
}

func (c *cluster) insert(t *testing.T, rows io.Reader) {
	t.Helper()
	r, err := http.Post(c.insertURL+"/insert/jsonline?_stream_fields=service,pod&_time_field=@timestamp&_msg_field=message", "application/stream+json", rows)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if text, _ := io.ReadAll(r.Body); r.StatusCode != http.StatusOK {
		t.Fatalf("insert: %s: %s", r.Status, text)
	}
}

// settle waits until the cluster shows all rows of a slice.
func (c *cluster) settle(t *testing.T, want int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		for _, u := range c.storageURL {
			if r, err := http.Get(u + "/internal/force_flush"); err == nil {
				r.Body.Close()
			}
		}
		r, err := http.Get(c.query + "/select/logsql/query?start=2000-01-01Z&query=" + "*%20|%20stats%20count()%20n")
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			N int `json:"n,string"`
		}
		err = json.NewDecoder(r.Body).Decode(&got)
		r.Body.Close()
		if err == nil && got.N == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d rows in the cluster, want %d, %v", got.N, want, err)
		}
	}
}
