/** Prints rows as a table of Markdown, the columns aligned. */
export function printTable(heads, rows) {
  const lines = [heads, heads.map(() => '---'), ...rows].map((line) => line.map(String));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    console.log(`| ${line.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`);
  }
}
