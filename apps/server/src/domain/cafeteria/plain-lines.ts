const MARKS = /[\s()[\]{}<>〈〉《》「」【】*~\-–—_/|,.!·:※★☆♥"'’]/gu;

const known = new WeakMap<readonly string[], string[]>();

/** A line without spaces and signs. */
export function plainOf(line: string): string {
  return line.replaceAll(MARKS, '');
}

/** Whether a line has one of the words `meant`, and beside them nothing but words of `beside`. */
export function saysOnly(
  line: string,
  meant: readonly string[],
  beside: readonly string[],
): boolean {
  const text = plainOf(line);
  const rest = without(text, meant);
  return rest !== text && without(rest, beside) === '';
}

/** The longest word first, as short ones are parts of long ones. */
function without(text: string, words: readonly string[]): string {
  const sorted =
    known.get(words) ?? words.map(plainOf).toSorted((one, other) => other.length - one.length);
  known.set(words, sorted);
  return sorted.reduce((left, word) => left.replaceAll(word, ''), text);
}
