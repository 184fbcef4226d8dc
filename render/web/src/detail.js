import { took } from './clock.js';

/** What a page says of one try, as pairs of name and value. */
export function facts(tries, clock, i) {
  const { data } = tries;
  const text = (column) => tries.text(column, i);
  const where = data.Line[i] > 0 ? `${text('File')}:${data.Line[i]}` : text('File');
  const at = (t) => (t < 0 ? 'not in the logs' : `${clock.day(t)} ${clock.at(t)}`);
  const name = [text('Name'), data.Try[i] > 0 ? `try ${data.Try[i]}` : ''].filter(Boolean).join(', ');
  return [
    ['try', [text('ID'), name].filter(Boolean).join(': ')],
    ['what it did', tries.classes[tries.class[i]].says],
    ['told by', text('Why')],
    ['host', text('Host')],
    ['process', text('Process')],
    ['client', text('Client')],
    ['address', text('Remote')],
    ['start', at(tries.start[i])],
    ['end', at(tries.end[i])],
    ['length', took(data.Took[i])],
    ['exception', [text('Exception'), text('Message')].filter(Boolean).join(': ')],
    ['logged at', where],
  ].filter(([, value]) => value);
}

/** Fills a description list. Values are text: nothing in them is markup. */
export function describe(list, pairs) {
  list.replaceChildren(...pairs.flatMap(([name, value]) => {
    const dt = document.createElement('dt');
    const dd = document.createElement('dd');
    dt.textContent = name;
    dd.textContent = value;
    return [dt, dd];
  }));
}
