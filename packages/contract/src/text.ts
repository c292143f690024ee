const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** Upper bound of code units per grapheme; longer text is refused without counting. */
export const UNITS_PER_GRAPHEME = 12;

/** One combining mark more than any script stacks on a letter (Unicode stream-safe text). */
const MARK_RUN = /\p{M}{31}/u;

/**
 * Anything that draws something by itself on every device. No font has what is for private use (U+E000) or
 * unassigned, except emoji, of which phones know newer ones than the server. The excluded symbols are a
 * braille pattern without dots, the placeholder of a missing object and an empty note head.
 */
const VISIBLE =
  /[^\s\p{M}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]|\p{Extended_Pictographic}/u;

/** Code units segmented at once: each step of the segmenter takes time in proportion to its text. */
const WINDOW = 256;

/** Number of user-perceived characters, the unit of every text limit. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of graphemeStarts(text)) count += 1;
  return count;
}

/** True for at most `max` graphemes; stops counting at the first one above. */
export function hasAtMostGraphemes(text: string, max: number): boolean {
  if (text.length <= max) return true;
  let count = 0;
  for (const _ of graphemeStarts(text)) {
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

/** True without a visible character: empty, white space, zero-width characters, fillers, private use. */
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
  for (const start of graphemeStarts(text)) {
    if (count === max) return `${text.slice(0, start).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** Index of each grapheme; segments the text window by window. */
export function* graphemeStarts(text: string): Generator<number, void> {
  if (text !== '') yield 0;
  let from = 0;
  let end = 0;
  let size = WINDOW;
  while (end < text.length) {
    end = endOfWindow(text, from + size);
    let start = from;
    for (const { index } of segmenter.segment(text.slice(from, end))) {
      start = from + index;
      if (index > 0) yield start;
    }
    // The last grapheme of a window may go on after it: the next window begins with it.
    size = start === from ? size * 2 : WINDOW;
    from = start;
  }
}

/** The same index, or the next one when it would split a surrogate pair. */
function endOfWindow(text: string, index: number): number {
  if (index >= text.length) return text.length;
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index;
}

/** Version and commit of a program, such as `0.3.0 (abc12345)`. */
export function programText(program: { version: string; commit: string | null }): string {
  return program.commit === null ? program.version : `${program.version} (${program.commit})`;
}
