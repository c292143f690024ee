const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** Upper bound of code units per grapheme; longer text is refused without counting. */
export const UNITS_PER_GRAPHEME = 12;

/** One combining mark more than any script stacks on a letter (Unicode stream-safe text). */
const MARK_RUN = /\p{M}{31}/u;

/**
 * Anything that draws something by itself. The excluded symbols are a braille pattern without dots,
 * the placeholder of a missing object and an empty note head.
 */
const VISIBLE =
  /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{1d159}]/u;

/** Number of user-perceived characters, the unit of every text limit. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** True for at most `max` graphemes; stops counting at the first one above. */
export function hasAtMostGraphemes(text: string, max: number): boolean {
  if (text.length <= max) return true;
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > max) return false;
  }
  return true;
}

/**
 * True for a run of more than 30 combining marks. Such text must not be normalised, which takes
 * quadratic time in the length of a run.
 */
export function hasMarkRun(text: string): boolean {
  return MARK_RUN.test(text);
}

/** True without a visible character: empty, white space, zero-width characters, fillers. */
export function isInvisible(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Why `textField` refuses a text of at most `max` graphemes; null when it accepts it. */
export function findTextProblem(text: string, max: number): 'blank' | 'long' | 'marks' | null {
  if (text.length > max * UNITS_PER_GRAPHEME) return 'long';
  if (hasMarkRun(text)) return 'marks';
  const trimmed = text.normalize('NFC').trim();
  if (isInvisible(trimmed)) return 'blank';
  return hasAtMostGraphemes(trimmed, max) ? null : 'long';
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
