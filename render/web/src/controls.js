/**
 * The filter of a page: a box for each class, a list of processes and one of
 * hosts where there are several, and a search box. changed is called after each
 * change.
 */
export class Controls {
  constructor(section, tries, changed) {
    this.tries = tries;
    this.search = section.querySelector('#find');
    this.process = section.querySelector('#process');
    this.host = section.querySelector('#host');
    const classes = section.querySelector('#classes');
    this.boxes = classBoxes(classes, tries);
    if (tries.data.windows.length) classes.append(band());
    choices(this.process, tries, 'Process', 'no process named');
    choices(this.host, tries, 'Host', 'no host named');
    section.querySelector('.filters').addEventListener('input', changed);
  }

  /** The filter as it stands. */
  filter() {
    const chosen = (list) => (list.value === '' ? -1 : Number(list.value));
    const classes = new Set(this.boxes.filter((b) => b.checked).map((b) => Number(b.value)));
    return { classes, process: chosen(this.process), host: chosen(this.host), words: this.search.value };
  }

  /** Lets everything through. */
  clear() {
    for (const b of this.boxes) b.checked = true;
    this.process.value = this.host.value = this.search.value = '';
  }
}

/** One box for each class that occurs, with its sign and how many tries it has. */
function classBoxes(place, tries) {
  const counts = tries.classes.map(() => 0);
  for (const k of tries.class) counts[k]++;
  const boxes = [];
  for (let k = counts.length - 1; k >= 0; k--) {
    if (!counts[k]) continue;
    const label = document.createElement('label');
    const box = document.createElement('input');
    const sign = document.createElement('i');
    box.type = 'checkbox';
    box.value = String(k);
    box.checked = true;
    sign.className = `sign ${tries.classes[k].key}`;
    label.append(box, sign, ` ${tries.classes[k].says}: ${counts[k].toLocaleString('en')}`);
    place.append(label);
    boxes.push(box);
  }
  return boxes;
}

/** What the ground behind the tries of a window means. */
function band() {
  const span = document.createElement('span');
  const sign = document.createElement('i');
  sign.className = 'sign band';
  span.append(sign, ' failure in the cache (pale: perhaps)');
  return span;
}

/** Fills a list with the different texts of a column; one alone needs no list. */
function choices(list, tries, column, none) {
  const found = [...new Set(tries.data[column])].sort((a, b) => tries.texts[a].localeCompare(tries.texts[b], 'en'));
  list.append(new Option('all', ''));
  for (const text of found) list.append(new Option(tries.texts[text] || none, String(text)));
  list.parentElement.hidden = found.length < 2;
}
