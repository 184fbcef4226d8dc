//go:build race

package main

// raceDetector tells tests of time and memory that both are several times larger.
const raceDetector = true
