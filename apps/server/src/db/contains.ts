import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** In the order of Unicode: the syllables of each follow one another. */
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_INITIAL = 588;

/** True for values that contain each of the `words`, in any order, both folded. */
export function containsText(column: SQLWrapper, words: string): SQL {
  return sql`(select bool_and(strpos(read.text, word) > 0)
    from (select search_folded(${column}) as text offset 0) as read,
      unnest(string_to_array(search_folded(${words}::text), ' ')) as word)`;
}

/**
 * `containsText`; words of nothing but initial consonants, such as ㅇㄱㅈㄴ, also find syllables that begin with
 * them.
 */
export function containsName(column: SQLWrapper, words: string): SQL {
  const contains = containsText(column, words);
  const initials = initialsPattern(words);
  return initials === null
    ? contains
    : sql`(${contains} or search_text(${column}) ~ ${initials}::text)`;
}

function initialsPattern(text: string): string | null {
  const isInitials = [...text].every((letter) => letter === ' ' || INITIALS.includes(letter));
  return isInitials && text.trim() !== '' ? [...text].map(syllablesOf).join('') : null;
}

/** Regular expression of one letter. */
function syllablesOf(letter: string): string {
  if (letter === ' ') return ' ';
  const first = FIRST_SYLLABLE + INITIALS.indexOf(letter) * SYLLABLES_OF_INITIAL;
  const last = String.fromCodePoint(first + SYLLABLES_OF_INITIAL - 1);
  return `[${letter}${String.fromCodePoint(first)}-${last}]`;
}
