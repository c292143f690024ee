export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function printTable(title, lines) {
  const width = Math.max(...lines.map(([name]) => name.length));
  console.log(`\n${title}`);
  for (const [name, value] of lines) console.log(`  ${name.padEnd(width)}  ${value}`);
}
