/** The columns that the search box looks into. */
const searched = ['ID', 'Process', 'Host', 'Name', 'Client', 'Remote', 'Operation', 'Exception', 'Message', 'File'];

/**
 * Marks the tries that a filter lets through: `classes` is a set of class
 * numbers, `process` and `host` are numbers of texts or -1 for all, `words` is
 * what the search box holds. Each text is searched once, however many tries
 * share it.
 */
export function matching(tries, { classes, process, host, words }) {
  const { data } = tries;
  const keep = new Uint8Array(tries.count);
  const want = words.trim().toLowerCase();
  const columns = searched.map((name) => data[name]);
  const hit = want ? Uint8Array.from(tries.lower, (t) => t.includes(want)) : null;
  const classHit = tries.classes.map((c) => want !== '' && c.says.toLowerCase().includes(want));
  for (let i = 0; i < tries.count; i++) {
    if (!classes.has(tries.class[i])) continue;
    if (process >= 0 && data.Process[i] !== process) continue;
    if (host >= 0 && data.Host[i] !== host) continue;
    if (hit && !classHit[tries.class[i]] && !columns.some((column) => hit[column[i]])) continue;
    keep[i] = 1;
  }
  return keep;
}
