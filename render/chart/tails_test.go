package chart

import (
	"slices"
	"testing"
)

func TestTails(t *testing.T) {
	for _, tt := range []struct{ names, want []string }{
		{[]string{"nio-8080-exec-1", "nio-8080-exec-2"}, []string{"exec-1", "exec-2"}},
		{[]string{"nio-8080-exec-1", "nio-8080-exec-10"}, []string{"exec-1", "exec-10"}},
		{[]string{"job-a", "job-b"}, []string{"job-a", "job-b"}},
		{[]string{"pool-1-thread-1", "pool-2-thread-1"}, []string{"pool-1-thread-1", "pool-2-thread-1"}},
		{[]string{"작업-갱-1", "작업-갲-1"}, []string{"작업-갱-1", "작업-갲-1"}},
		{[]string{"exec1", "exec2"}, []string{"exec1", "exec2"}},
		{[]string{"nio-8080-exec-1"}, []string{"nio-8080-exec-1"}},
		{[]string{"", "a"}, []string{"", "a"}},
	} {
		if got := tails(tt.names); !slices.Equal(got, tt.want) {
			t.Errorf("%q became %q, want %q", tt.names, got, tt.want)
		}
	}
}
