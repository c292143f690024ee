import { saysOnly } from '../../../domain/cafeteria/plain-lines.ts';
import { periodsIn } from './date-ranges.ts';
import { scanDays, toLine, toNearDay, type WrittenDay } from './read-dates.ts';

/** What says by itself that a cafeteria is closed. */
const CLOSED = [
  '휴무',
  '휴업',
  '휴관',
  '휴점',
  '휴일',
  '공휴일',
  '미운영',
  '운영안함',
  '운영안합니다',
  '운영하지않습니다',
  '운영하지않음',
  '운영없음',
  '운영중단',
  '쉽니다',
  '쉬는날',
  '연휴',
  '방학',
  '휴가',
];
/** Days on which cafeterias are closed. */
const HOLIDAYS = [
  '신정',
  '새해첫날',
  '설날',
  '설연휴',
  '구정',
  '삼일절',
  '3·1절',
  '3.1절',
  '어린이날',
  '부처님오신날',
  '석가탄신일',
  '현충일',
  '제헌절',
  '광복절',
  '추석',
  '한가위',
  '개천절',
  '한글날',
  '성탄절',
  '크리스마스',
  '기독탄신일',
  '노동절',
  '근로자의날',
  '개교기념일',
  '대체공휴일',
  '대체휴일',
  '임시공휴일',
  '법정공휴일',
  '선거일',
  '선거',
];
const MEANT = [...CLOSED, ...HOLIDAYS];
/** What stands beside them without changing what they say. */
const FILLERS = [
  '국회의원',
  '대통령',
  '전국동시',
  '까지',
  '조식',
  '중식',
  '석식',
  '주말',
  '학생',
  '교직원',
  '부터',
  '동안',
  '지방',
  '기간',
  '하계',
  '동계',
  '여름',
  '겨울',
  '식당',
  '금일',
  '당일',
  '정기',
  '임시',
  '대체',
  '관계로',
  '인하여',
  '인해',
  '인한',
  '으로',
  '입니다',
  '합니다',
  '됩니다',
  '로',
  '중',
  '은',
  '는',
  '및',
];

/** `25일` and `제21대` without a month. */
const NUMBERS = /\d{1,2}월 ?\d{1,2}일|\d{1,2}일|제\d{1,3}[대회]/g;
/** Longer lines say more than that. */
const LINE_MAX = 90;

/**
 * Whether a line of a menu says nothing but that the cafeteria is closed: `휴무`, `개천절`,
 * `추석 연휴로 운영 안 함`, `방학 중 미운영 (12/21~2/28)`. `추석 특식` is a dish.
 */
export function isClosedLine(line: string): boolean {
  if (line.length > LINE_MAX) return false;
  const text = toLine(line);
  const withoutDays = scanDays(text).reduceRight(
    (rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`,
    text,
  );
  const plain = withoutDays.replaceAll(NUMBERS, ' ').replaceAll(/[~∼〜–—-] ?\d{1,2}(?!\d)/g, ' ');
  return saysOnly(text.replaceAll(NUMBERS, ' '), MEANT, FILLERS) || saysOnly(plain, MEANT, FILLERS);
}

/** Whether all lines say so of this day; a line that names days says it of these alone. */
export function isClosed(lines: readonly string[], day: string): boolean {
  return lines.length > 0 && lines.every((line) => isClosedLine(line) && isNamed(line, day));
}

/** Whether a line names the day, or no day at all. */
function isNamed(line: string, day: string): boolean {
  const near = (written: WrittenDay) => toNearDay(written, new Date(`${day}T12:00:00+09:00`));
  const periods = periodsIn(toLine(line), near);
  if (periods.length > 0) return periods.some(([from, to]) => from <= day && day <= to);
  const alone = [...line.matchAll(/(?<![\d월] ?)(\d{1,2})일(?!간)/g)].map((match) =>
    Number(match[1]),
  );
  return alone.length === 0 || alone.includes(Number(day.slice(8)));
}
