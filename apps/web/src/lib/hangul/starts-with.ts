/** A final consonant, which typing on may move to the next syllable: 날 becomes 나루. */
const FINAL = /[\u11a8-\u11c2]$/u;

/** Letters by which a text in any stage of being typed is the beginning of what it becomes. */
const lettersOf = (text: string) => text.toLowerCase().normalize('NFKD');

/** Whether a name starts with what is being typed, half-composed syllables included. */
export function startsWithTyped(name: string, typed: string): boolean {
  const letters = lettersOf(typed);
  const whole = lettersOf(name);
  return whole.startsWith(letters) || whole.startsWith(letters.replace(FINAL, ''));
}

/** The final consonants in the order of Unicode, those of two letters apart. */
const FINALS =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  );
const FIRST_FINAL = 0x11a8;

/** The final consonant as the beginning of the next syllable: 밴 as in 배너. */
function movedOn(final: string): string {
  const parts = [...(FINALS[final.charCodeAt(0) - FIRST_FINAL] ?? '')];
  const next = lettersOf(parts.pop() ?? '');
  return (
    parts.map((rest) => String.fromCharCode(FIRST_FINAL + FINALS.indexOf(rest))).join('') + next
  );
}

/** Whether a text contains what is being typed, its last syllable half-composed or not. */
export function containsTyped(text: string, typed: string): boolean {
  const letters = lettersOf(typed);
  const whole = lettersOf(text);
  return whole.includes(letters) || whole.includes(letters.replace(FINAL, movedOn));
}
