const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** What a reader counts as characters: `각`, `👨‍👩‍👧` and `é` are one each. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The first `max` graphemes, with an ellipsis when something was cut. */
export function cutGraphemes(text: string, max: number, ellipsis = '…'): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return text.slice(0, index).trimEnd() + ellipsis;
    count += 1;
  }
  return text;
}
