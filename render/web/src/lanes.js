/** Up to so many jobs or threads have a lane with their name. */
const namedLanes = 40;
/** So many rows hold the tries where there are more of them. */
const packedRows = 96;
/** So many names have rows of their own; the rest share some. */
const namedGroups = 12;

/**
 * A row holds tries by time; reach[k] is the latest end among its first k+1
 * tries, so that what is in view is found by halving.
 */
class Row {
  constructor(label, group) {
    this.label = label;
    this.group = group;
    this.tries = [];
    this.reach = [];
    this.last = -Infinity;
  }

  add(i, to) {
    this.last = Math.max(this.last, to);
    this.tries.push(i);
    this.reach.push(this.last);
  }

  /** The first place whose try may still run at time t. */
  first(t) {
    let low = 0;
    let high = this.reach.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.reach[middle] < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Puts the kept tries into rows: a lane for each job or thread while they are
 * few, else as many rows as their overlaps need, up to a bound. Rows come in
 * groups of one process and name, which is what shares an entry of the cache.
 */
export function layOut(tries, keep) {
  const groups = collect(tries, keep);
  const named = countLanes(tries, groups) <= namedLanes;
  const most = Math.max(3, Math.floor(packedRows / Math.max(1, groups.length)));
  for (const g of groups) g.rows = named ? lanesOf(tries, g) : packed(tries, g, most);
  return { groups, named, ...place(groups, named) };
}

function countLanes(tries, groups) {
  return groups.reduce((n, g) => n + new Set(g.tries.map((i) => tries.data.Lane[i])).size, 0);
}

/** The groups of the kept tries, those with most failures first. */
function collect(tries, keep) {
  const { data } = tries;
  const found = new Map();
  const only = onlyHosts(tries);
  for (const i of tries.byTime) {
    if (!keep[i]) continue;
    const host = data.Host[i] || only.get(data.Process[i]) || 0;
    const key = data.Process[i] * tries.texts.length + host;
    let g = found.get(key);
    if (!g) {
      g = { process: data.Process[i], host, tries: [], failed: 0, names: 1 };
      found.set(key, g);
    }
    g.tries.push(i);
    if (tries.class[i] > 1) g.failed++;
  }
  const groups = [...found.values()].sort((a, b) => b.failed - a.failed || b.tries.length - a.tries.length);
  if (groups.length <= namedGroups) return groups;
  const rest = { process: -1, host: -1, tries: [], failed: 0, names: groups.length - namedGroups + 1 };
  for (const g of groups.splice(namedGroups - 1)) {
    for (const i of g.tries) rest.tries.push(i);
    rest.failed += g.failed;
  }
  rest.tries.sort((a, b) => tries.from[a] - tries.from[b] || a - b);
  return [...groups, rest];
}

/** The name of each process that has one only: its tries without a name go there. */
function onlyHosts(tries) {
  const { Process, Host } = tries.data;
  const hosts = new Map();
  Host.forEach((host, i) => {
    if (!host) return;
    const before = hosts.get(Process[i]);
    hosts.set(Process[i], before === undefined || before === host ? host : 0);
  });
  return hosts;
}

function lanesOf(tries, group) {
  const rows = new Map();
  for (const i of group.tries) {
    const name = tries.data.Lane[i];
    if (!rows.has(name)) rows.set(name, new Row(tries.texts[name], group));
    rows.get(name).add(i, tries.to[i]);
  }
  return [...rows.values()];
}

/** Puts each try into the first free row, or into that which is free soonest. */
function packed(tries, group, most) {
  const rows = [];
  for (const i of group.tries) {
    let soonest = 0;
    for (let n = 0; n < rows.length; n++) {
      if (rows[n].last < rows[soonest].last) soonest = n;
      if (rows[n].last < tries.from[i]) {
        soonest = n;
        break;
      }
    }
    const free = rows.length > 0 && rows[soonest].last < tries.from[i];
    if (!free && rows.length < most) soonest = rows.push(new Row('', group)) - 1;
    rows[soonest].add(i, tries.to[i]);
  }
  return rows;
}

/** Gives rows and headings their places from the top. */
function place(groups, named) {
  const count = groups.reduce((n, g) => n + g.rows.length, 0);
  const height = Math.max(named ? 12 : 4, Math.min(named ? 24 : 14, Math.floor(460 / Math.max(1, count))));
  const rows = [];
  let y = 0;
  for (const g of groups) {
    g.top = y;
    y += 20;
    for (const row of g.rows) {
      row.top = y;
      row.height = height;
      rows.push(row);
      y += height;
    }
    y += 4;
    g.bottom = y;
  }
  return { rows, height: Math.max(y, 60) };
}
