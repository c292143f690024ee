const segments = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/**
 * Breaks a text into at most `most` lines of `width`, measured by `measure`; between words where
 * that is possible, and with an ellipsis when something is left.
 */
export function wrapText(
  text: string,
  width: number,
  most: number,
  measure: (line: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s)/)) {
    if (measure((line + word).trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = breakWord(word, width, measure, lines);
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return cutTo(lines, width, most, measure);
}

/** Pushes the full lines of a word that is too long for one; answers what is left of it. */
function breakWord(
  word: string,
  width: number,
  measure: (line: string) => number,
  lines: string[],
): string {
  let line = '';
  for (const { segment } of segments.segment(word)) {
    if (line !== '' && measure((line + segment).trimEnd()) > width) {
      lines.push(line);
      line = '';
    }
    line += segment;
  }
  return line;
}

function cutTo(
  lines: string[],
  width: number,
  most: number,
  measure: (line: string) => number,
): string[] {
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const parts = [...segments.segment(kept.at(-1) ?? '')].map(({ segment }) => segment);
  while (parts.length > 0 && measure(`${parts.join('')}…`) > width) parts.pop();
  if (most > 0) kept[most - 1] = `${parts.join('')}…`;
  return kept;
}
