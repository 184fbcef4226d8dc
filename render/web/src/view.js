import { select } from 'd3-selection';
import { zoom, zoomIdentity } from 'd3-zoom';

/** The shortest span that can be looked at, in milliseconds. */
const shortest = 4;
/** After the page scrolled, the wheel goes on scrolling it for so long. */
const scrollRest = 250;

/**
 * The part of time that a timeline shows. Wheel, drag and pinch come in by the
 * element, keys and buttons by its methods; changed is called after each move.
 */
export class View {
  constructor(element, span, changed) {
    this.full = span;
    this.width = 1;
    this.element = select(element);
    this.changed = changed;
    this.transform = zoomIdentity;
    let scrolled = -Infinity;
    window.addEventListener('scroll', () => { scrolled = performance.now(); }, { passive: true });
    this.zoom = zoom()
      .filter((event) => this.#ours(event, scrolled))
      .on('zoom', (event) => {
        this.transform = event.transform;
        this.changed();
      });
    this.element.call(this.zoom).on('dblclick.zoom', null);
  }

  /** Whether an event moves the timeline instead of the page. */
  #ours(event, scrolled) {
    if (event.type === 'wheel') {
      if (performance.now() - scrolled < scrollRest && !event.ctrlKey) return false;
      return event.deltaY < 0 || this.transform.k > 1.0001;
    }
    return !event.button;
  }

  resize(left, width, height) {
    const shown = this.width > 1 ? this.shown() : null;
    this.left = left;
    this.width = Math.max(1, width);
    this.zoom
      .extent([[left, 0], [left + this.width, height]])
      .translateExtent([[left, 0], [left + this.width, height]])
      .scaleExtent([1, Math.max(1, (this.full[1] - this.full[0]) / shortest)]);
    if (shown) this.show(shown);
  }

  /** The function from milliseconds to pixels, and back by its invert. */
  scale() {
    const { full: [from, to], left, width, transform } = this;
    const rate = width / (to - from);
    const scale = (t) => transform.applyX(left + (t - from) * rate);
    scale.invert = (x) => from + (transform.invertX(x) - left) / rate;
    return scale;
  }

  /** From when to when the view goes. */
  shown() {
    const s = this.scale();
    return [s.invert(this.left), s.invert(this.left + this.width)];
  }

  show([from, to]) {
    const length = Math.max(to - from, shortest);
    const middle = (from + to) / 2;
    const [first, last] = this.full;
    const k = (last - first) / length;
    const x = this.left + this.width / 2 - k * (this.left + ((middle - first) / (last - first)) * this.width);
    this.element.call(this.zoom.transform, zoomIdentity.translate(x, 0).scale(k));
    this.#clamp();
  }

  /** Moves what show may have put outside back into the limits. */
  #clamp() {
    this.element.call(this.zoom.scaleBy, 1);
  }

  magnify(factor, x = this.left + this.width / 2) {
    this.element.call(this.zoom.scaleBy, factor, [x, 0]);
  }

  pan(share) {
    this.element.call(this.zoom.translateBy, (-share * this.width) / this.transform.k, 0);
  }

  whole() {
    this.element.call(this.zoom.transform, zoomIdentity);
  }
}
