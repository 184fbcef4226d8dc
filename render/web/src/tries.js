/**
 * The tries of a report as columns. Times are milliseconds after `base`, and
 * -1 is a time that the logs do not hold.
 */
export class Tries {
  constructor(data) {
    this.data = data;
    this.count = data.ID.length;
    this.base = data.base;
    this.texts = data.texts;
    this.classes = data.classes;
    this.class = Uint8Array.from(data.Class);
    this.start = Float64Array.from(data.Start);
    this.end = Float64Array.from(data.End);
    // Where a try is drawn: a try of which one end is known is a point there.
    this.from = this.start.map((t, i) => (t < 0 ? this.end[i] : t));
    this.to = this.end.map((t, i) => (t < 0 ? this.start[i] : Math.max(t, this.start[i])));
    this.byTime = Uint32Array.from(Array(this.count).keys())
      .filter((i) => this.from[i] >= 0)
      .sort((a, b) => this.from[a] - this.from[b] || a - b);
    this.span = this.#span();
  }

  #byID = null;
  #lower = null;

  /** All texts in small letters, for searching. */
  get lower() {
    this.#lower ??= this.texts.map((t) => t.toLowerCase());
    return this.#lower;
  }

  /** The text that column says of try i. */
  text(column, i) {
    return this.texts[this.data[column][i]];
  }

  /** The number of the try with that name, or -1. */
  find(id) {
    if (!this.#byID) {
      this.#byID = new Map();
      for (let i = 0; i < this.count; i++) this.#byID.set(this.text('ID', i), i);
    }
    return this.#byID.get(id) ?? -1;
  }

  /** Whether only one end of try i is in the logs. */
  isPoint(i) {
    return this.start[i] < 0 || this.end[i] < 0;
  }

  #span() {
    let to = 1;
    for (const i of this.byTime) to = Math.max(to, this.to[i]);
    for (const w of this.data.windows) to = Math.max(to, ...w.opened, ...w.closed);
    let from = this.byTime.length ? this.from[this.byTime[0]] : 0;
    for (const w of this.data.windows) {
      for (const t of [w.lookup, ...w.opened]) if (t >= 0) from = Math.min(from, t);
    }
    const margin = (to - from) * 0.02 + 0.5;
    return [from - margin, to + margin];
  }
}
