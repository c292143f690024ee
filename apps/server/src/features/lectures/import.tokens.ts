import { DAYS, type Day, PERIOD_OFFSET } from '@naru/contract/timetable';

/** Minutes of the day, end exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** A part of the text of a cell with times. */
export type Token =
  | { kind: 'day'; day: Day }
  /** A clock time, or the bare number of a period or an hour. */
  | { kind: 'clock'; minute: number; text: string }
  | { kind: 'number'; value: number; half: '' | 'A' | 'B'; isPeriod: boolean; text: string }
  | { kind: 'range' }
  | { kind: 'break' }
  /** Between brackets. */
  | { kind: 'bracket'; text: string }
  | { kind: 'word'; text: string };

const KOREAN_DAYS = '월화수목금토일';
/** 월, 월요일 or 월수금, not the first syllable of 수학관. */
const DAY_RUN = /(?:[월화수목금토일](?:요일)?){1,7}(?![가-힣])/y;
const ENGLISH_DAY =
  /(?:mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|day|sday|nesday|rsday|urday)?\.?(?![a-z])/iy;
const CLOCK = /(오전|오후|am|pm)?\s?(\d{1,2})(?::([0-5]\d)(?::00)?|시(?!간)(?:\s?([0-5]?\d)분)?)/iy;
const PLAIN_CLOCK = /([01]\d|2[0-4])([0-5][05])(?![\d가-힣A-Za-z])/y;
/** Not the number of a room or a building, such as 201 or 5호관. */
const NUMBER =
  /제?(\d{1,2})(?![\d호]|\.\d)([abAB](?![a-zA-Z0-9]))?(?:\s?(교시))?(?!(?!(?:[월화수목금토일](?:요일)?)+(?![가-힣])|및|와)[가-힣])/y;
const RANGE = /\s*(?:~|-)\s*/y;
const BREAK = /[\s,;/·.&+|:]+|및|와(?=\s)/y;
const BRACKET = /[([{<]([^()[\]{}<>]*)[)\]}>]/y;
const NOTE =
  /(?:매주|격주|주간|야간|이론|실습|실험|강의|수업|대면|비대면|원격|온라인|오프라인|혼합|동영상)(?![가-힣A-Za-z0-9])/y;
/** Up to a separator, a bracket, or white space before a day. */
const WORD = /[^\s,;/([{<]+(?:[ \t]+(?![월화수목금토일](?:요일)?(?![가-힣]))[^\s,;/([{<]+)*/y;

/** The form in which a cell is read: full width and signs that look like a tilde or a hyphen become plain. */
export function plainTimes(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[～〜∼˜–—―−‐‑‒﹣]/gu, '~')
    .replaceAll(/[・‧ㆍ•]/gu, '·')
    .trim();
}

/** Splits the plain text of a cell. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const { found, end } = nextToken(text, at);
    tokens.push(...found);
    at = Math.max(end, at + 1);
  }
  return tokens;
}

interface Match {
  found: Token[];
  end: number;
}

const READERS: readonly [RegExp, (match: RegExpExecArray) => Token[]][] = [
  [DAY_RUN, ([text]) => [...text.replaceAll('요일', '')].map(toDay)],
  [ENGLISH_DAY, ([text]) => [toEnglishDay(text)]],
  [CLOCK, toClock],
  [
    PLAIN_CLOCK,
    ([text, hour, minute]) => [{ kind: 'clock', minute: Number(hour) * 60 + Number(minute), text }],
  ],
  [NUMBER, toNumber],
  [RANGE, () => [{ kind: 'range' }]],
  [BREAK, () => [{ kind: 'break' }]],
  [BRACKET, ([, inner = '']) => [{ kind: 'bracket', text: inner.trim() }]],
  [NOTE, ([text]) => [{ kind: 'word', text }]],
  [WORD, ([text]) => [{ kind: 'word', text: text.trim() }]],
];

function nextToken(text: string, at: number): Match {
  for (const [form, read] of READERS) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match === null) continue;
    return { found: read(match), end: form.lastIndex };
  }
  return { found: [{ kind: 'word', text: text[at] ?? '' }], end: at + 1 };
}

function toDay(letter: string): Token {
  return { kind: 'day', day: DAYS[KOREAN_DAYS.indexOf(letter)] ?? 'MONDAY' };
}

function toEnglishDay(text: string): Token {
  const short = text.slice(0, 3).toUpperCase();
  return { kind: 'day', day: DAYS.find((day) => day.startsWith(short)) ?? 'MONDAY' };
}

function toClock([text, half = '', hour, colon, minute]: RegExpExecArray): Token[] {
  const isLater = /오후|pm/i.test(half) && Number(hour) < 12;
  const hours = Number(hour) + (isLater ? 12 : 0);
  return [{ kind: 'clock', minute: hours * 60 + Number(colon ?? minute ?? 0), text }];
}

function toNumber([text, digits, half = '', period]: RegExpExecArray): Token[] {
  return [
    {
      kind: 'number',
      value: Number(digits),
      half: half.toUpperCase() as '' | 'A' | 'B',
      isPeriod: period !== undefined || half !== '',
      text,
    },
  ];
}

/** The minutes of a period; 1A is its first half, 1B its second. */
export function periodSpan({ value, half }: { value: number; half: '' | 'A' | 'B' }): Span {
  const start = (value + PERIOD_OFFSET) * 60;
  return { from: half === 'B' ? start + 30 : start, to: half === 'A' ? start + 30 : start + 60 };
}
