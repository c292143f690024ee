const FIRST = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWEL = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const LAST = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
const SYLLABLES = 0xac00;
const COUNT = FIRST.length * VOWEL.length * LAST.length;

/** As xdotool names them. */
const NAMED: Record<string, string> = {
  '\n': 'Return',
  '\t': 'Tab',
  '\b': 'BackSpace',
  ' ': 'space',
  '.': 'period',
  ',': 'comma',
  '?': 'question',
  '-': 'minus',
  '@': 'at',
};

/**
 * The keys of the common Korean keyboard (두벌식) for a text, by the letters that a Latin keyboard has there.
 * A text may hold Enter, Tab and Backspace as `\n`, `\t` and `\b`. Latin letters come out as such in
 * fields for passwords only.
 */
export function keysOf(text: string): string[] {
  return [...text].flatMap((letter) => {
    const place = letter.charCodeAt(0) - SYLLABLES;
    if (place >= 0 && place < COUNT) return keysOfSyllable(place);
    const key = /[a-z\d]/.test(letter) ? letter : NAMED[letter];
    if (key === undefined) throw new Error(`no key for ${letter}`);
    return [key];
  });
}

function keysOfSyllable(place: number): string[] {
  const last = place % LAST.length;
  const vowel = Math.floor(place / LAST.length) % VOWEL.length;
  const first = Math.floor(place / (LAST.length * VOWEL.length));
  return [...`${FIRST[first]}${VOWEL[vowel]}${LAST[last]}`];
}
