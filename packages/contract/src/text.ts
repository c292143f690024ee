const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** Number of user-perceived characters, the unit of every text limit. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The first `max` graphemes, with an ellipsis when the text was cut. */
export function cutGraphemes(text: string, max: number): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
