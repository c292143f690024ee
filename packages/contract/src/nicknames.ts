import { ROLE_TITLES, ROLES } from './roles.ts';

/** Names of the site and of its offices, of staff and of the aliases of a thread. */
const NAMES =
  '익명 익명이 글쓴이 작성자 학생회장 학과장 학부장 조교수 부교수 명예교수 탈퇴한회원 탈퇴회원 비회원 알수없음 ' +
  '나루 나루지기 공지 공지사항 administrator root naru moderator ' +
  'anonymous null undefined';

/** Claim to be staff anywhere in a nickname. English words are not listed: `badminton`. */
const CLAIM = /관리자|운영자|운영진|학부사무실|학과사무실/;

const HONORIFIC = /(?:님|씨|분|들|쌤|샘|선생님?)$/;

/** Digits and letters that look like another letter. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', l: 'i' };

const RESERVED = new Set(
  [...NAMES.split(' '), ...Object.values(ROLE_TITLES), ...ROLES.map(roleWord)].map(fold),
);

/**
 * True for a nickname that could be mistaken for the site, its staff, a role or an alias: such a
 * name with digits around it, with honorifics behind it, or in letters that look alike. `names` are
 * those of the installation.
 */
export function isReservedNickname(nickname: string, names: readonly string[] = []): boolean {
  if (CLAIM.test(nickname)) return true;
  const own = new Set(names.map((name) => fold(name.toLowerCase())));
  const whole = nickname.toLowerCase();
  const stem = stemOf(whole);
  return [whole, stem, stem.replace(/^\d+/, '')]
    .map(fold)
    .some((word) => RESERVED.has(word) || own.has(word));
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
