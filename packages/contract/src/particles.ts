/** A particle as written in a template, after a letter or digit and closing marks such as quotes. */
const PAIR = /([\p{L}\p{N}])([^\p{L}\p{N}\s]*)(은\(는\)|을\(를\)|이\(가\)|과\(와\)|으로\(로\))/gu;
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;
const FINALS = 28;
const FINAL_L = 8;

/** Whether the last sound of a letter or digit is a consonant; `l` is a case of its own because of 로. */
function finalSound(sign: string): 'vowel' | 'l' | 'consonant' {
  const at = sign.charCodeAt(0) - FIRST_SYLLABLE;
  if (at >= 0 && at < SYLLABLES) {
    if (at % FINALS === 0) return 'vowel';
    return at % FINALS === FINAL_L ? 'l' : 'consonant';
  }
  if (/[178l]/i.test(sign)) return 'l';
  return /[036mn]/i.test(sign) ? 'consonant' : 'vowel';
}

/** Chooses the particles after names: 나루은(는) becomes 나루는, ‘시험’으로(로) becomes ‘시험’으로. */
export function withParticles(text: string): string {
  return text.replace(PAIR, (_, sign: string, marks: string, pair: string) => {
    const [closed = '', open = ''] = pair.split(/[()]/);
    const sound = finalSound(sign);
    const isOpen = sound === 'vowel' || (sound === 'l' && closed === '으로');
    return sign + marks + (isOpen ? open : closed);
  });
}
