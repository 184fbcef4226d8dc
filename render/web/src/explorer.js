import { Clock, took } from './clock.js';
import { Controls } from './controls.js';
import { describe, facts } from './detail.js';
import { matching } from './filter.js';
import { tryAt } from './hit.js';
import { layOut } from './lanes.js';
import { Look } from './look.js';
import { crowding } from './overview.js';
import { axisHeight, overviewHeight, Painter } from './paint.js';
import { Table } from './table.js';
import { View } from './view.js';

/** After the last move the table follows, in milliseconds. */
const tableRest = 160;

/** The zoomable timeline of a page with its filter, details and table. */
export class Explorer {
  constructor(section, table, tries) {
    this.section = section;
    this.tries = tries;
    this.clock = new Clock(tries.data);
    this.stage = section.querySelector('#stage');
    this.tip = section.querySelector('#tip');
    this.detail = section.querySelector('#detail');
    this.status = section.querySelector('#shown');
    this.painter = new Painter(this.stage.querySelector('canvas'), tries, this.clock);
    this.controls = new Controls(section, tries, () => this.filter());
    this.table = new Table(table, tries, this.clock);
    this.view = new View(this.stage, tries.span, () => this.moved());
    this.picked = -1;
    section.hidden = false;
    this.restyle();
    this.filter();
    this.view.show(beginning(tries));
  }

  /** Takes over the colours of the page, which follow those of the system. */
  restyle() {
    this.look = new Look(this.tries.classes, this.painter.context);
    this.draw();
  }

  /** Puts the tries that pass the filter into rows. */
  filter() {
    this.keep = matching(this.tries, this.controls.filter());
    this.layout = layOut(this.tries, this.keep);
    for (const g of this.layout.groups) g.title = this.#title(g);
    this.order = this.tries.byTime.filter((i) => this.keep[i]);
    this.overview = crowding(this.tries, this.keep, this.view.full, 240);
    if (this.picked >= 0 && !this.keep[this.picked]) this.pick(-1);
    this.resize();
    this.moved();
  }

  #title(g) {
    const { texts } = this.tries;
    let name = g.host < 0 ? `${g.names.toLocaleString('en')} other names` : texts[g.host] || 'no host named';
    if (g.process > 0) name += ` in ${texts[g.process]}`;
    return `${name}: ${g.tries.length.toLocaleString('en')} ${g.tries.length === 1 ? 'try' : 'tries'}, ${g.failed.toLocaleString('en')} failed`;
  }

  resize() {
    const width = this.stage.clientWidth;
    if (!width) return;
    const left = this.layout.named ? this.#labelWidth(width) : 4;
    const height = overviewHeight + 8 + this.layout.height + axisHeight;
    this.view.resize(left, width - left - 4, height);
    this.painter.resize(width, height);
    this.draw();
  }

  #labelWidth(width) {
    const c = this.painter.context;
    c.font = `13px ${this.look.font}`;
    const widest = Math.max(...this.layout.rows.map((r) => c.measureText(r.label || 'no name').width), 40);
    return Math.ceil(Math.min(widest + 14, width * 0.28));
  }

  /** Draws with the next frame, however often it is asked before. */
  draw() {
    if (this.frame || !this.layout) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.painter.paint(this.layout, this.view, this.look, this.overview, this.picked);
    });
  }

  moved() {
    this.tip.hidden = true;
    this.draw();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settled(), tableRest);
  }

  /** Says what is in view and lists it. */
  settled() {
    const [from, to] = this.view.shown();
    const { tries, keep } = this;
    const whole = this.view.transform.k <= 1.0001;
    const list = [];
    for (let i = 0; i < tries.count; i++) {
      const here = tries.from[i] < 0 ? whole : tries.from[i] <= to && tries.to[i] >= from;
      if (keep[i] && here) list.push(i);
    }
    this.table.show(list, list.length === tries.count);
    const n = (x) => x.toLocaleString('en');
    this.status.textContent = `${this.clock.day(from)} ${this.clock.at(from)} to ${this.clock.at(to)}, ${took(to - from)} in view; `
      + `${n(list.length)} of ${n(tries.count)} tries; times in ${this.clock.name}`;
  }

  at(x, y) {
    return tryAt(this.tries, this.layout, this.view.scale(), overviewHeight + 8, x, y);
  }

  /** Shows what lies under the pointer. */
  hover(x, y) {
    const i = x >= this.view.left ? this.at(x, y) : -1;
    this.stage.style.cursor = i >= 0 ? 'pointer' : '';
    this.tip.hidden = i < 0;
    if (i < 0) return;
    describe(this.tip, facts(this.tries, this.clock, i));
    const { clientWidth: width, clientHeight: height } = this.stage;
    const right = x + 16 + this.tip.offsetWidth > width;
    this.tip.style.left = `${Math.max(0, right ? x - 16 - this.tip.offsetWidth : x + 16)}px`;
    this.tip.style.top = `${Math.max(0, Math.min(y + 14, height - this.tip.offsetHeight))}px`;
  }

  /** Marks a try and says what is known of it; -1 for none. */
  pick(i) {
    this.picked = i;
    this.tip.hidden = true;
    this.detail.hidden = i < 0;
    if (i >= 0) describe(this.detail, facts(this.tries, this.clock, i));
    this.draw();
  }

  /** Picks the try before or after the picked one, by start. */
  step(by) {
    if (!this.order.length) return;
    let at = this.order.indexOf(this.picked);
    if (at < 0) {
      const [from] = this.view.shown();
      at = this.order.findIndex((i) => this.tries.to[i] >= from);
      at = Math.max(at, 0) - (by > 0 ? 1 : 0);
    }
    const next = this.order[Math.min(Math.max(at + by, 0), this.order.length - 1)];
    this.pick(next);
    this.reveal(next);
  }

  /** Moves the view so that try i is in it. */
  reveal(i) {
    const [from, to] = this.view.shown();
    if (this.tries.from[i] < 0 || (this.tries.to[i] >= from && this.tries.from[i] <= to)) return;
    const middle = (this.tries.from[i] + this.tries.to[i]) / 2;
    this.view.show([middle - (to - from) / 2, middle + (to - from) / 2]);
  }

  /** Picks a try by its name, also when the filter hides it. */
  goTo(id) {
    const i = this.tries.find(id);
    if (i < 0) return;
    if (!this.keep[i]) {
      this.controls.clear();
      this.filter();
    }
    this.pick(i);
    this.reveal(i);
    this.stage.focus({ preventScroll: true });
    this.section.scrollIntoView({ block: 'start' });
  }
}

/** How much of the whole may be beside the incident before the page opens on the incident alone. */
const mostlyIncident = 0.9;

/** What a page shows first: windows and failures with something around them, or all where that is hardly more. */
function beginning(tries) {
  const times = tries.data.windows.flatMap((w) => [w.lookup, ...w.opened, ...w.closed]).filter((t) => t >= 0);
  const told = times.length ? ['lookup', 'waited', 'cached', 'dns'] : ['lookup', 'waited', 'cached', 'dns', 'other'];
  for (const i of tries.byTime) {
    if (told.includes(tries.classes[tries.class[i]].key)) times.push(tries.from[i], tries.to[i]);
  }
  const [from, to] = tries.span;
  if (!times.length) return tries.span;
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const around = (last - first) * 0.05 + 300;
  if (last - first + 2 * around > (to - from) * mostlyIncident) return tries.span;
  return [first - around, last + around];
}
