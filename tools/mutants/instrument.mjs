const CLOSING = -1e9;

const placeOf = ({ start, end }) => `${start}-${end}`;

/** At one position inner parts end before outer ones, and outer ones begin before inner ones. */
function insertsOf(mutants) {
  const [{ start, end }] = mutants;
  const cases = mutants.map(({ id, text }) => `__mutant(${JSON.stringify(id)})?(${text}):`);
  return [
    { at: start, order: -end, text: `(${cases.join('')}` },
    { at: end, order: CLOSING - start, text: ')' },
  ];
}

/** The source with all its mutants beside what they replace; `__mutant(id)` chooses while it runs. */
export function instrument(source, mutants) {
  const places = new Map();
  for (const mutant of mutants) {
    const place = placeOf(mutant);
    places.set(place, [...(places.get(place) ?? []), mutant]);
  }
  const inserts = [...places.values()].flatMap(insertsOf);
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  let code = 'globalThis.__mutant ??= () => false;';
  let at = 0;
  for (const insert of inserts) {
    code += source.slice(at, insert.at) + insert.text;
    at = insert.at;
  }
  return code + source.slice(at);
}
