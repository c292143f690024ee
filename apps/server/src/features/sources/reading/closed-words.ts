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
/** What stands beside them without changing what they say. */
const FILLERS = [
  '국회의원',
  '대통령',
  '전국동시',
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

const MARKS = /[\s()[\]{}<>〈〉《》「」【】*~\-–—_/|,.!·:※★☆♥]/gu;
const NUMBERS = /\d{1,2}월\d{1,2}일|\d{1,2}일|제\d{1,3}[대회]/g;
/** Longer lines say more than that. */
const LINE_MAX = 60;

const plain = (text: string) => text.replaceAll(MARKS, '');
const byLength = (words: string[]) => words.map(plain).toSorted((a, b) => b.length - a.length);
const MEANT = byLength([...CLOSED, ...HOLIDAYS]);
const BESIDE = byLength(FILLERS);

/**
 * Whether a line of a menu says nothing but that the cafeteria is closed: `휴무`, `개천절`,
 * `추석 연휴로 운영 안 함`. `추석 특식` is a dish.
 */
export function isClosedLine(line: string): boolean {
  if (line.length > LINE_MAX) return false;
  const text = plain(line).replaceAll(NUMBERS, '');
  const withoutMeaning = without(text, MEANT);
  return withoutMeaning !== text && without(withoutMeaning, BESIDE) === '';
}

/** Whether all lines say so; false without a line. */
export function isClosed(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every(isClosedLine);
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, ''), text);
}
