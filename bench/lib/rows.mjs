/** Numbers below ten keep a digit, counts none. */
function format(number, unit) {
  const digits = Number.isInteger(number) || Math.abs(number) >= 10 ? 0 : 1;
  return `${number.toFixed(digits)}${unit && ` ${unit}`}`;
}

function row(what, target, number, { unit = '', note, isMet }) {
  const value = format(number, unit);
  return { what, target, value: note === undefined ? value : `${value} (${note})`, isMet };
}

/** A row of measurements for a number that may have a highest value. */
export function atMost(what, limit, number, { unit = '', note } = {}) {
  const target = `at most ${format(limit, unit)}`;
  return row(what, target, number, { unit, note, isMet: number <= limit });
}

export function atLeast(what, limit, number, { unit = '', note } = {}) {
  const target = `at least ${format(limit, unit)}`;
  return row(what, target, number, { unit, note, isMet: number >= limit });
}

/** A row for a number that must be 0, such as of losses. */
export function none(what, number, note) {
  return row(what, '0', number, { note, isMet: number === 0 });
}

/** A row for what must be so; `value` says what was seen. */
export function must(what, target, value, isMet) {
  return { what, target, value: String(value), isMet };
}

/** A row without a target. */
export function noted(what, value) {
  return { what, target: '', value: String(value), isMet: null };
}

/** The lines of a table of Markdown, its columns aligned. */
export function tableLines(heads, rows) {
  const lines = [heads, heads.map(() => '---'), ...rows].map((line) => line.map(String));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map(
    (line) => `| ${line.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`,
  );
}

export function printTable(heads, rows) {
  for (const line of tableLines(heads, rows)) console.log(line);
}

const MET = new Map([
  [true, 'yes'],
  [false, '**no**'],
  [null, ''],
]);

/** The lines of the table of measurements; a row says what was measured, target, value and `isMet`. */
export function measurementLines(rows) {
  return tableLines(
    ['Measured', 'Target', 'Value', 'Met'],
    rows.map(({ what, target, value, isMet }) => [what, target, value, MET.get(isMet)]),
  );
}

export function printMeasurements(rows) {
  console.log(`\n${measurementLines(rows).join('\n')}`);
}
