const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' });
const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

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
  const fits = (line: string) => measure(line.trimEnd()) <= width;
  const lines: string[] = [];
  let line = '';
  const append = (part: string) => {
    if (line !== '' && !fits(line + part)) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  };
  for (const word of text.split(/(?<=\s)/)) {
    if (fits(word)) append(word);
    else {
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      split(word).forEach(append);
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= maxLines) return lines;
  const shown = lines.slice(0, maxLines);
  const last = split(shown.pop() ?? '');
  while (last.length > 0 && measure(`${last.join('')}…`) > width) last.pop();
  return [...shown, `${last.join('')}…`];
}
