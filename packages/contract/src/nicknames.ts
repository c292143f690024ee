import { BLOCKED_NAME, WITHDRAWN_NAME } from './boards.ts';
import { ROLE_TITLES, ROLES } from './roles.ts';

/** Names of the site and of its departments, of staff and of the aliases of a thread. */
const NAMES =
  '익명 익명이 글쓴이 작성자 학생회장 학과장 학부장 조교수 부교수 명예교수 탈퇴회원 비회원 알수없음 ' +
  '나루 나루지기 공지 공지사항 administrator root naru moderator ' +
  'anonymous null undefined';

/** What pages show in the place of a nickname. */
const PLACEHOLDERS = [WITHDRAWN_NAME, BLOCKED_NAME].map((name) => name.replaceAll(' ', ''));

/** Claim to be staff anywhere in a nickname. English words are not listed: `badminton`. */
const CLAIMS = ['관리자', '운영자', '운영진', '학부사무실', '학과사무실'];

const HONORIFIC = /(?:님|씨|분|들|쌤|샘|선생님?)$/;

/** Digits and letters that look like another letter. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', l: 'i' };

/** Letters of a syllable as they stand alone; those of two strokes are spelled as two. */
const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const VOWELS = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(
  ' ',
);
const FINALS =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  );
const FIRST_SYLLABLE = 0xac00;
const LOOSE_LETTER = /[ㄱ-ㅎㅏ-ㅣ]/;

/** Loose letters that are two: `ㅘ` is `ㅗㅏ`. */
const PAIRS = new Map(
  (
    'ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ ' +
    'ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

const RESERVED = [
  ...NAMES.split(' '),
  ...PLACEHOLDERS,
  ...Object.values(ROLE_TITLES),
  ...ROLES.map(roleWord),
];
const SETS = { whole: new Set(RESERVED.map(fold)), spelled: new Set(RESERVED.map(spellFolded)) };

/**
 * True for a nickname that could be mistaken for the site, its staff, a role or an alias: such a
 * name with digits around it, with honorifics behind it, in letters that look alike, or with syllables
 * taken apart (`관리ㅈㅏ`). `names` are those of the installation.
 */
export function isReservedNickname(nickname: string, names: readonly string[] = []): boolean {
  if (CLAIMS.some((claim) => nickname.includes(claim) || isSpelledIn(nickname, claim))) return true;
  // Nicknames are spelled out only when they have loose letters: otherwise letters of neighbouring
  // syllables could look like a reserved word.
  const isSpelled = LOOSE_LETTER.test(nickname);
  const asCompared = isSpelled ? spellFolded : fold;
  const reserved = isSpelled ? SETS.spelled : SETS.whole;
  const own = new Set(names.map((name) => asCompared(name.toLowerCase())));
  const whole = nickname.toLowerCase();
  const stem = stemOf(whole);
  return [whole, stem, stem.replace(/^\d+/, '')]
    .map(asCompared)
    .some((word) => reserved.has(word) || own.has(word));
}

/**
 * True when characters of the nickname, among them a loose letter, spell the word: `ㅋㅗㅏㄴ리자`. It may begin within
 * a syllable but not end in one, so that nobody is refused for `관리잔디ㅎㅎ`.
 */
function isSpelledIn(nickname: string, word: string): boolean {
  const chars = [...nickname];
  return chars.some((_, at) => {
    const end = at + 1;
    for (let from = at; from >= 0; from -= 1) {
      const part = chars.slice(from, end).join('');
      if (spell(part).endsWith(spell(word))) return LOOSE_LETTER.test(part);
    }
    return false;
  });
}

/** Without digits and honorifics at the end. */
function stemOf(word: string): string {
  const shorter = word.replace(/\d+$/, '').replace(HONORIFIC, '');
  return shorter === word || shorter === '' ? word : stemOf(shorter);
}

function fold(word: string): string {
  return word.replace(/[01345l]/g, (char) => LOOKALIKES[char] ?? char);
}

/** `STUDENT_COUNCIL` as it can be written in a nickname. */
function roleWord(role: string): string {
  return role.toLowerCase().replaceAll('_', '');
}

function spellFolded(word: string): string {
  return spell(fold(word));
}

/** Every syllable as its letters, and doubled finals and vowels as two. */
function spell(word: string): string {
  return [...word].map(spellOne).join('');
}

function spellOne(char: string): string {
  const index = char.charCodeAt(0) - FIRST_SYLLABLE;
  const initial = INITIALS[Math.floor(index / (VOWELS.length * FINALS.length))];
  if (index >= 0 && initial !== undefined) {
    const vowel = VOWELS[Math.floor(index / FINALS.length) % VOWELS.length] ?? '';
    return initial + vowel + (FINALS[index % FINALS.length] ?? '');
  }
  return PAIRS.get(char) ?? char;
}
