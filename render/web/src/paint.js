/** Bars narrower than this many pixels share columns of that width. */
const column = 2;

/** What stands above the rows and below them, in pixels. */
export const overviewHeight = 34;
export const axisHeight = 26;

/** Draws one timeline to a canvas. */
export class Painter {
  constructor(canvas, tries, clock) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.tries = tries;
    this.clock = clock;
    this.boxes = tries.classes.map(() => []);
  }

  resize(width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Draws the tries of a layout in a view; picked is marked, -1 for none. */
  paint(layout, view, look, overview, picked) {
    const c = this.context;
    this.look = look;
    this.left = view.left;
    this.right = view.left + view.width;
    this.top = overviewHeight + 8;
    const scale = view.scale();
    const shown = view.shown();
    c.clearRect(0, 0, this.width, this.height);
    this.#overview(overview, view, shown);
    this.#axis(scale, shown);
    c.save();
    c.beginPath();
    c.rect(this.left, this.top, view.width, this.height - this.top - axisHeight);
    c.clip();
    this.#windows(layout, scale);
    this.#bars(layout, scale, shown);
    this.#mark(layout, scale, picked);
    c.restore();
    this.#labels(layout);
  }

  /** How many tries failed over the whole time, and which part of it is in view. */
  #overview({ counts, highest }, view, [from, to]) {
    const c = this.context;
    const { full, left, width } = view;
    const x = (t) => left + ((t - full[0]) / (full[1] - full[0])) * width;
    c.fillStyle = this.look.card;
    c.fillRect(left, 0, width, overviewHeight);
    const step = width / counts[0].length;
    const bottom = new Float64Array(counts[0].length).fill(overviewHeight);
    counts.forEach((row, k) => {
      c.fillStyle = solid(this.look.classes[k]);
      row.forEach((n, b) => {
        if (!n) return;
        const h = Math.max(2, (n / highest) * (overviewHeight - 4));
        bottom[b] -= h;
        c.fillRect(left + b * step, bottom[b], Math.max(1, step - 0.5), h);
      });
    });
    c.fillStyle = this.look.back;
    c.globalAlpha = 0.6;
    c.fillRect(left, 0, Math.max(0, x(from) - left), overviewHeight);
    c.fillRect(x(to), 0, Math.max(0, left + width - x(to)), overviewHeight);
    c.globalAlpha = 1;
    c.strokeStyle = this.look.soft;
    c.strokeRect(x(from) + 0.5, 0.5, Math.max(3, x(to) - x(from) - 1), overviewHeight - 1);
  }

  #axis(scale, shown) {
    const c = this.context;
    const ticks = this.clock.ticks(shown, Math.max(2, Math.floor((this.right - this.left) / 110)));
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
    const bottom = this.height - axisHeight;
    c.font = `13px ${this.look.font}`;
    c.textBaseline = 'top';
    c.textAlign = 'center';
    c.fillStyle = this.look.soft;
    c.strokeStyle = this.look.line;
    c.lineWidth = 1;
    c.beginPath();
    for (const t of ticks) {
      const x = Math.round(scale(t)) + 0.5;
      c.moveTo(x, this.top);
      c.lineTo(x, bottom + 4);
      const text = this.clock.at(t, step);
      const half = c.measureText(text).width / 2;
      if (x - half > 0 && x + half < this.width) c.fillText(text, x, bottom + 7);
    }
    c.stroke();
    c.strokeStyle = this.look.axis;
    c.beginPath();
    c.moveTo(this.left, bottom + 0.5);
    c.lineTo(this.right, bottom + 0.5);
    c.stroke();
  }

  /** The windows of the cache behind the tries of their process and name. */
  #windows(layout, scale) {
    const c = this.context;
    for (const g of layout.groups) {
      const top = this.top + g.top + 20;
      const height = g.bottom - g.top - 24;
      for (const w of this.tries.data.windows) {
        if (w.process !== g.process || w.host !== g.host) continue;
        const [open0, open1] = between(w.opened);
        const [close0, close1] = w.closed[1] < 0 ? [w.closed[0], w.closed[0]] : between(w.closed);
        if (open0 < 0) continue;
        const x = [open0, open1, Math.max(close0, open1), Math.max(close1, open1)].map(scale);
        c.fillStyle = this.look.band;
        c.globalAlpha = 0.55;
        c.fillRect(x[0], top, x[3] - x[0], height);
        c.globalAlpha = 1;
        c.fillRect(x[1], top, x[2] - x[1], height);
      }
    }
  }

  #bars(layout, scale, [from, to]) {
    const { boxes } = this;
    for (const b of boxes) b.length = 0;
    const origin = scale(0);
    const rate = scale(1) - origin;
    for (const row of layout.rows) this.#rowBoxes(row, origin, rate, from, to);
    boxes.forEach((list, k) => this.#draw(list, this.look.classes[k]));
  }

  /** Collects the boxes of a row; what falls into one column becomes one. */
  #rowBoxes(row, origin, rate, from, to) {
    const { tries, boxes } = this;
    const top = this.top + row.top;
    let at = -1;
    let best = -1;
    const put = (k, x, w) => {
      const h = Math.max(2, (row.height - (row.height > 8 ? 3 : 1)) * this.look.classes[k].height);
      boxes[k].push(x, top + (row.height - h) / 2, w, h);
    };
    for (let n = row.first(from); n < row.tries.length; n++) {
      const i = row.tries[n];
      if (tries.from[i] > to) break;
      if (tries.to[i] < from) continue;
      const x0 = origin + rate * tries.from[i];
      const x1 = origin + rate * tries.to[i];
      const k = tries.class[i];
      if (x1 - x0 >= column) {
        const x = Math.max(x0, this.left - 4);
        put(k, x, Math.min(x1, this.right + 4) - x);
        continue;
      }
      const here = Math.floor(x0 / column);
      if (here === at) {
        best = Math.max(best, k);
        continue;
      }
      if (best >= 0) put(best, at * column, column + 0.5);
      at = here;
      best = k;
    }
    if (best >= 0) put(best, at * column, column + 0.5);
  }

  #draw(list, look) {
    const c = this.context;
    c.strokeStyle = look.edge;
    c.lineWidth = 1;
    c.setLineDash(look.dashed ? [4, 3] : []);
    for (let n = 0; n < list.length; n += 4) {
      const w = list[n + 2];
      const h = list[n + 3];
      const large = w >= 6 && h >= 6;
      c.fillStyle = large ? look.hatch ?? look.fill : solid(look);
      c.fillRect(list[n], list[n + 1], w, h);
      if (large) c.strokeRect(list[n] + 0.5, list[n + 1] + 0.5, w - 1, h - 1);
    }
    c.setLineDash([]);
  }

  /** A ring around the picked try. */
  #mark(layout, scale, picked) {
    if (picked < 0) return;
    const row = layout.rows.find((r) => r.tries.includes(picked));
    if (!row) return;
    const x0 = Math.max(scale(this.tries.from[picked]), this.left);
    const x1 = Math.min(Math.max(scale(this.tries.to[picked]), x0 + column), this.right);
    const c = this.context;
    c.strokeStyle = this.look.ink;
    c.lineWidth = 2;
    c.strokeRect(x0 - 3, this.top + row.top - 2, x1 - x0 + 6, row.height + 4);
  }

  #labels(layout) {
    const c = this.context;
    c.textBaseline = 'middle';
    for (const g of layout.groups) {
      c.font = `bold 13px ${this.look.font}`;
      c.textAlign = 'left';
      c.fillStyle = this.look.ink;
      c.fillText(fit(c, g.title, this.width - 8), 4, this.top + g.top + 9);
    }
    if (!layout.named) return;
    c.textAlign = 'right';
    for (const row of layout.rows) {
      c.font = `${Math.min(13, row.height)}px ${this.look.font}`;
      c.fillStyle = this.look.ink;
      c.fillText(fit(c, row.label || 'no name', this.left - 10), this.left - 6, this.top + row.top + row.height / 2);
    }
  }
}

/** The colour of a bar that has no room for an edge. */
function solid(look) {
  return look.dashed || look.height < 0.6 ? look.edge : look.fill;
}

/** Both ends of an interval, of which one may be unknown. */
function between([a, b]) {
  return [a < 0 ? b : a, b < 0 ? a : b];
}

/** text, its middle left out where it is wider than width. */
export function fit(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = text.length;
  const cut = (n) => `${text.slice(0, Math.ceil(n / 2))}…${text.slice(text.length - Math.floor(n / 2))}`;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(cut(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
