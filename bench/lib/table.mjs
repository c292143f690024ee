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
