import { graphemeStarts } from './text.ts';

/** Soft hyphens, zero-width characters, variation selectors, fillers: what no reader sees. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /[\s\u0085]+/gu;
/** Letters of syllables as they are typed alone. Their compatibility forms would join the syllable before them. */
const LOOSE = /([\u3131-\u3163]+)/u;

/**
 * The text that searches read: compatibility forms (`Ａ①㎡`) as the letters that they stand for, composed
 * syllables, no invisible characters, and every run of white space as one space or one
 * line break. The SQL function `search_text` does the same.
 */
export function searchText(text: string): string {
  return text
    .replace(IGNORED, '')
    .split(LOOSE)
    .map((part, at) => (at % 2 === 0 ? part.normalize('NFKC') : part))
    .join('')
    .replace(SPACES, (run) => (run.includes('\n') ? '\n' : ' '));
}

/** Texts that differ only in case, width, composition, invisible characters or white space fold to the same. */
export function foldText(text: string): string {
  return fold(text).trim();
}

/** What is typed into a search, as it is compared; case is ignored later. */
export function searchWords(text: string): string {
  return searchText(text).replaceAll('\n', ' ').trim();
}

/** Whether the text contains each of the words, in any order, compared as folded. */
export function containsFolded(text: string, words: string): boolean {
  const folded = foldText(text);
  return foldText(words)
    .split(' ')
    .every((word) => folded.includes(word));
}

/** Where the words occur in the text, together if possible, else one by one, as ranges of the text itself. */
export function findFolded(text: string, words: string): { from: number; to: number }[] {
  const { folded, places } = foldWithPlaces(text);
  const whole = foldText(words);
  const wanted = folded.includes(whole) ? [whole] : whole.split(' ');
  const found: { from: number; to: number }[] = [];
  for (const { at, length } of wanted.flatMap((word) => occurrences(folded, word)).sort(byPlace)) {
    const from = places[at]?.from ?? 0;
    const to = places[at + length - 1]?.to ?? from;
    // A character that folds to several may end one occurrence and begin the next.
    if (from >= (found.at(-1)?.to ?? 0)) found.push({ from, to });
  }
  return found;
}

type Occurrence = { at: number; length: number };

const byPlace = (a: Occurrence, b: Occurrence) => a.at - b.at || b.length - a.length;

function occurrences(text: string, word: string): Occurrence[] {
  const { length } = word;
  const all: Occurrence[] = [];
  if (length === 0) return all;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + length))
    all.push({ at, length });
  return all;
}

/** The folded text, and the characters of the text that each folded code unit comes from. */
function foldWithPlaces(text: string) {
  const starts = [...graphemeStarts(text), text.length];
  const places: { from: number; to: number }[] = [];
  let folded = '';
  for (const [at, from] of starts.slice(0, -1).entries()) {
    const to = starts[at + 1] ?? text.length;
    const letters = fold(text.slice(from, to));
    const last = places.at(-1);
    if (letters === ' ' && last !== undefined && folded.endsWith(' ')) last.to = to;
    else {
      folded += letters;
      for (let unit = 0; unit < letters.length; unit += 1) places.push({ from, to });
    }
  }
  return { folded, places };
}

function fold(text: string): string {
  return searchText(text).replaceAll('\n', ' ').toLowerCase().replaceAll('ς', 'σ');
}
