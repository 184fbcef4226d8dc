package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"timeline/render"
)

// A hook runs a command of the user for each announcement, one after the other.
// The finding goes to its standard input as JSON: no text of a log is ever part
// of the command line.
type hook struct {
	command string
	err     io.Writer
	queue   chan announcement
	done    sync.WaitGroup
}

const (
	hookQueue = 64 // announcements that wait; further ones are dropped
	hookTime  = time.Minute
)

// newHook starts a hook, nil for no command.
func newHook(command string, err io.Writer) *hook {
	if command == "" {
		return nil
	}
	h := &hook{command: command, err: err, queue: make(chan announcement, hookQueue)}
	h.done.Go(func() {
		for a := range h.queue {
			if err := h.run(a); err != nil {
				fmt.Fprintf(h.err, "timeline: --on-finding: %v\n", err)
			}
		}
	})
	return h
}

func (h *hook) tell(a announcement) {
	if h == nil {
		return
	}
	select {
	case h.queue <- a:
	default:
		fmt.Fprintf(h.err, "timeline: --on-finding: too slow, %s is dropped\n", a.finding.ID)
	}
}

// close waits for the commands that still run or wait.
func (h *hook) close() {
	if h != nil {
		close(h.queue)
		h.done.Wait()
	}
}

func (h *hook) run(a announcement) error {
	var in bytes.Buffer
	if err := render.EventJSON(&in, a.event, &a.finding); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), hookTime)
	defer cancel()
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/c"
	}
	c := exec.CommandContext(ctx, shell, flag, h.command)
	c.Stdin, c.Stdout, c.Stderr, c.WaitDelay = &in, h.err, h.err, time.Second
	return c.Run()
}

// A lockedWriter is written to from several goroutines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
