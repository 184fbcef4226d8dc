import { took } from './clock.js';

/** So many rows are in the document at once. */
const pageRows = 200;

/** The table of tries: those of a filter in a span of time, a page at a time. */
export class Table {
  constructor(section, tries, clock) {
    this.tries = tries;
    this.clock = clock;
    this.body = section.querySelector('tbody');
    this.pager = section.querySelector('.pager');
    this.says = this.pager.querySelector('output');
    this.back = this.pager.querySelector('[data-page="-1"]');
    this.on = this.pager.querySelector('[data-page="1"]');
    this.pager.hidden = false;
    this.page = 0;
    this.list = [];
    for (const button of [this.back, this.on]) {
      button.addEventListener('click', () => this.turn(this.page + Number(button.dataset.page)));
    }
  }

  /** Shows list, numbers of tries in their order; whole says that it holds all. */
  show(list, whole) {
    this.list = list;
    this.whole = whole;
    this.turn(0);
  }

  /** Turns to the page that holds try i. */
  reveal(i) {
    const at = this.list.indexOf(i);
    if (at >= 0) this.turn(Math.floor(at / pageRows));
  }

  turn(page) {
    const pages = Math.max(1, Math.ceil(this.list.length / pageRows));
    this.page = Math.min(Math.max(page, 0), pages - 1);
    const first = this.page * pageRows;
    const shown = this.list.slice(first, first + pageRows);
    this.body.replaceChildren(...Array.from(shown, (i) => this.#row(i)));
    this.back.disabled = this.page === 0;
    this.on.disabled = this.page === pages - 1;
    const n = (x) => x.toLocaleString('en');
    const which = shown.length < this.list.length ? `${n(first + 1)} to ${n(first + shown.length)} of ${n(this.list.length)}` : n(this.list.length);
    this.says.textContent = this.whole ? `${which} tries` : `${which} tries that are in view and pass the filter`;
  }

  #row(i) {
    const { tries } = this;
    const { data } = tries;
    const id = tries.text('ID', i);
    const row = document.createElement('tr');
    row.id = id;
    const link = document.createElement('a');
    link.href = '#explore';
    link.dataset.try = id;
    link.textContent = id;
    row.insertCell().append(link);
    const t = tries.from[i];
    const start = t < 0 ? 'unknown' : `${tries.start[i] < 0 ? 'ended ' : ''}${this.clock.utc(t)}`;
    const since = t < 0 ? 'unknown' : `T${t < data.zero ? '-' : '+'}${(Math.abs(t - data.zero) / 1000).toFixed(3)} s`;
    const where = data.Line[i] > 0 ? `${tries.text('File', i)}:${data.Line[i]}` : tries.text('File', i);
    const cells = [tries.text('Name', i), data.Try[i], start, since, took(data.Took[i]), tries.classes[tries.class[i]].says,
      tries.text('Host', i), tries.text('Exception', i), where];
    for (const text of cells) row.insertCell().textContent = text;
    row.cells[6].className = tries.classes[tries.class[i]].key;
    row.cells[9].className = 'place';
    return row;
  }
}
