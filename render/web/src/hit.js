/** So many pixels beside a try still mean it. */
const reach = 5;

/** The try at a place of the timeline, or -1. */
export function tryAt(tries, layout, scale, top, x, y) {
  const row = layout.rows.find((r) => y >= top + r.top && y < top + r.top + r.height);
  if (!row) return -1;
  const from = scale.invert(x - reach);
  const to = scale.invert(x + reach);
  const at = scale.invert(x);
  let found = -1;
  let distance = Infinity;
  for (let n = row.first(from); n < row.tries.length; n++) {
    const i = row.tries[n];
    if (tries.from[i] > to) break;
    if (tries.to[i] < from) continue;
    const d = Math.max(tries.from[i] - at, at - tries.to[i], 0);
    if (d < distance || (d === distance && tries.class[i] >= tries.class[found])) {
      found = i;
      distance = d;
    }
  }
  return found;
}
