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
