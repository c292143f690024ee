const segments = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/**
 * Wraps a text into at most `maxLines` lines of `width`, preferably between words; ends with an
 * ellipsis when it is cut.
 */
export function wrapText(
  text: string,
  width: number,
  maxLines: number,
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
  return cutTo(lines, width, maxLines, measure);
}

/** Pushes the full lines of a word longer than one line; returns the rest. */
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
  maxLines: number,
  measure: (line: string) => number,
): string[] {
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  const parts = [...segments.segment(kept.at(-1) ?? '')].map(({ segment }) => segment);
  while (parts.length > 0 && measure(`${parts.join('')}…`) > width) parts.pop();
  if (maxLines > 0) kept[maxLines - 1] = `${parts.join('')}…`;
  return kept;
}
