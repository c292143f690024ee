/** In the order of Unicode: the syllables of each follow one another. */
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_INITIAL = 588;

/**
 * A regular expression of the syllables that begin with the initial consonants (ㅇㄱㅈㄴ), as JavaScript and
 * PostgreSQL read it; null for a text of anything else.
 */
export function initialsPattern(text: string): string | null {
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
