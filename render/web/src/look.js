/** How much of a row the bars of a class fill, by class. */
const heights = { ok: 0.56, unknown: 0.5, other: 0.8, dns: 0.8, cached: 0.7, waited: 1, lookup: 1 };

/** The colours of the page, as its style sheet has them now. */
export class Look {
  constructor(classes, context) {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    for (const name of ['back', 'card', 'ink', 'soft', 'line', 'axis', 'band', 'band-text', 'stall', 'good']) {
      this[name] = value(name);
    }
    this.font = getComputedStyle(document.body).fontFamily;
    this.classes = classes.map(({ key }) => ({
      fill: value(key),
      edge: value(`${key}-edge`),
      height: heights[key] ?? 0.8,
      hatch: null,
      dashed: key === 'unknown',
    }));
    classes.forEach(({ key }, i) => {
      const lines = { waited: [1], dns: [1, -1], other: [0] }[key];
      if (lines) this.classes[i].hatch = hatch(context, this.classes[i], lines);
    });
  }
}

/** A pattern that tells a class without its colour. */
function hatch(context, { fill, edge }, slopes) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const c = tile.getContext('2d');
  c.fillStyle = fill;
  c.fillRect(0, 0, 6, 6);
  c.strokeStyle = edge;
  c.globalAlpha = 0.55;
  for (const slope of slopes) {
    c.beginPath();
    for (const shift of [-6, 0, 6]) {
      c.moveTo(shift - 1, 3 + slope * 4);
      c.lineTo(shift + 7, 3 - slope * 4);
    }
    c.stroke();
  }
  return context.createPattern(tile, 'repeat');
}
