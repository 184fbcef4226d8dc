package javatrace

import "testing"

// Whatever a line holds, reading it as a flat trace ends, and says whether there was one.
func FuzzInline(f *testing.F) {
	for _, seed := range []string{
		"a.BException: x | \tat c.D.e(D.java:1) | \tat f.G.h(G.java:2) |",
		"a.BException: x at c.D.e(D.java:1) ~[d.jar:1] Caused by: f.GError ... 3 more",
		"at a.b(at c.d(at e.f()))) at ", "Suppressed: Caused by: ... 7", "x.YException at \t at q.r(s) at q.r(s)", "_::Exception at .()",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b Builder
		found := b.Inline(text)
		if found == b.Empty() {
			t.Errorf("%q: found %v, empty %v", text, found, b.Empty())
		}
		for i, th := range b.Finish().Throwables {
			if th.Parent >= i {
				t.Errorf("%q: throwable %d hangs on %d", text, i, th.Parent)
			}
		}
	})
}
