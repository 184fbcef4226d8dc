import { pointer } from 'd3-selection';
import { Explorer } from './explorer.js';
import { overviewHeight } from './paint.js';
import { Tries } from './tries.js';

/** What keys do while the timeline has the focus. */
const keys = {
  '+': (e) => e.view.magnify(1.6),
  '=': (e) => e.view.magnify(1.6),
  '-': (e) => e.view.magnify(1 / 1.6),
  0: (e) => e.view.whole(),
  Home: (e) => e.view.whole(),
  ArrowLeft: (e) => e.view.pan(-0.15),
  ArrowRight: (e) => e.view.pan(0.15),
  ArrowUp: (e) => e.step(-1),
  ArrowDown: (e) => e.step(1),
  Escape: (e) => e.pick(-1),
};

const buttons = {
  in: keys['+'],
  out: keys['-'],
  left: keys.ArrowLeft,
  right: keys.ArrowRight,
  whole: (e) => {
    e.controls.clear();
    e.filter();
    e.view.whole();
  },
};

function listenToKeys(e) {
  e.stage.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(e);
  });
  for (const button of e.section.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => buttons[button.dataset.do](e));
  }
}

function listenToPointer(e) {
  e.stage.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' && !event.buttons) e.hover(...pointer(event, e.stage));
  });
  e.stage.addEventListener('pointerleave', () => { e.tip.hidden = true; });
  e.stage.addEventListener('click', (event) => {
    const [x, y] = pointer(event, e.stage);
    if (y <= overviewHeight) lookAt(e, x);
    else e.pick(e.at(x, y));
  });
  e.stage.addEventListener('dblclick', (event) => e.view.magnify(4, pointer(event, e.stage)[0]));
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-try]');
    if (!link) return;
    event.preventDefault();
    e.goTo(link.dataset.try);
  });
}

/** Moves the view to a place of the overview. */
function lookAt(e, x) {
  const { full, left, width } = e.view;
  const [from, to] = e.view.shown();
  const middle = full[0] + ((x - left) / width) * (full[1] - full[0]);
  e.view.show([middle - (to - from) / 2, middle + (to - from) / 2]);
}

function start() {
  const tries = new Tries(JSON.parse(document.getElementById('data').textContent));
  if (!tries.byTime.length) return;
  const e = new Explorer(document.getElementById('explore'), document.getElementById('tries'), tries);
  listenToKeys(e);
  listenToPointer(e);
  for (const link of document.querySelectorAll('a[data-try]')) link.href = '#explore';
  new ResizeObserver(() => e.resize()).observe(e.stage);
  document.fonts.ready.then(() => e.resize());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => e.restyle());
}

start();
