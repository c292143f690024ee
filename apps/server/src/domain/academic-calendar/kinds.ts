import type { AcademicKind } from '@naru/contract/academic-kinds';

/** Words that show the kind of a date; the first kind with one of them wins. */
const WORDS: readonly (readonly [AcademicKind, RegExp])[] = [
  ['EXAM', /시험|고사/],
  ['REGISTRATION', /등록|신청|납부|접수|정정|철회/],
  [
    'HOLIDAY',
    /휴일|휴강|휴무|방학|연휴|개교기념|대체공휴|설날|추석|성탄|어린이날|석가탄신|부처님|현충일|광복절|삼일절|3\.1절|개천절|한글날|신정|선거/,
  ],
  ['CLASSES', /개강|종강|보강|수업|강의|계절학기|성적/],
];

/** The kind of a date by its title, for sources and files that name none. */
export function kindOf(title: string): AcademicKind {
  return WORDS.find(([, words]) => words.test(title))?.[0] ?? 'EVENT';
}
