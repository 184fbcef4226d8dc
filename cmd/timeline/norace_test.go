//go:build !race

package main

// raceDetector tells tests of time and memory that both are as users see them.
const raceDetector = false
