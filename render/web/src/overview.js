/**
 * Counts the kept tries in each of so many equal steps of time, by class: those
 * that failed, or all where none did.
 */
export function crowding(tries, keep, [from, to], steps) {
  const counts = tries.classes.map(() => new Float64Array(steps));
  const sums = new Float64Array(steps);
  const failed = (i) => tries.class[i] > 1;
  const any = tries.byTime.some((i) => keep[i] && failed(i));
  for (const i of tries.byTime) {
    if (!keep[i] || (any && !failed(i))) continue;
    const step = Math.min(steps - 1, Math.max(0, Math.floor(((tries.to[i] - from) / (to - from)) * steps)));
    counts[tries.class[i]][step]++;
    sums[step]++;
  }
  return { counts, highest: Math.max(1, sums.reduce((a, b) => Math.max(a, b), 0)) };
}
