import { utcTicks } from 'd3-time';

const pad = (n, digits = 2) => String(n).padStart(digits, '0');

/** Clock times in the zone of the page, whose offsets the data list. */
export class Clock {
  constructor(data) {
    this.base = data.base;
    this.zones = data.zones;
    this.name = data.zone;
  }

  #offset(t) {
    let offset = this.zones[0][1];
    for (const [since, value] of this.zones) if (since <= t) offset = value;
    return offset;
  }

  /** Instants to label between two times, at round clock times. */
  ticks([from, to], count) {
    const shift = this.base + this.#offset(from);
    return utcTicks(new Date(from + shift), new Date(to + shift), count).map((d) => d.getTime() - shift);
  }

  #date(t) {
    return new Date(Math.floor(this.base + this.#offset(t) + t + 1e-6));
  }

  /** The date of an instant: 2026-07-28. */
  day(t) {
    return this.#date(t).toISOString().slice(0, 10);
  }

  /** The time of day with as many decimals as a step needs. */
  at(t, step = 1) {
    const d = this.#date(t);
    const text = `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}`;
    if (step >= 60_000) return text;
    if (step >= 1000) return `${text}:${pad(d.getUTCSeconds())}`;
    return `${text}:${pad(d.getUTCSeconds())}.${pad(d.getUTCMilliseconds(), 3)}`;
  }

  /** Date and time of an instant in UTC. */
  utc(t) {
    return new Date(Math.floor(this.base + t + 1e-6)).toISOString().replace('T', ' ').slice(0, 23);
  }
}

/** A duration with the digits that a reader can use. */
export function took(ms) {
  const trim = (n, digits) => String(Number(n.toFixed(digits)));
  if (ms < 0) return 'unknown';
  if (ms < 1) return `${trim(ms, 3)} ms`;
  if (ms < 999.5) return `${trim(ms, 0)} ms`;
  if (ms < 9999.5) return `${trim(ms / 1000, 3)} s`;
  if (ms < 59_950) return `${trim(ms / 1000, 1)} s`;
  const s = Math.round(ms / 1000);
  for (const [unit, part, name, small] of [[86400, 3600, 'd', 'h'], [3600, 60, 'h', 'min'], [60, 1, 'min', 's']]) {
    if (s < unit) continue;
    const rest = Math.floor((s % unit) / part);
    return `${Math.floor(s / unit)} ${name}${rest ? ` ${rest} ${small}` : ''}`;
  }
  return `${s} s`;
}
