import { createHash } from 'node:crypto';
import type { AcademicKind } from '@naru/contract/academic-kinds';
import { LIMITS } from '@naru/contract/limits';
import { cutGraphemes, hasMarkRun, isInvisible, UNITS_PER_GRAPHEME } from '@naru/contract/text';
import { DAY_MS } from '../../platform/clock.ts';
import { eachYielding } from '../../platform/turns.ts';

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

/** A date as a source of the academic calendar shows it, before it is cleaned. */
export interface SourceDate {
  /** Stays the same in each reading of the source, such as the UID of an event. */
  sourceId: string;
  title: string;
  /** First and last Korean day, yyyy-mm-dd. */
  startDate: string;
  endDate: string;
}

/** A date as it may be stored. */
export interface CleanDate extends SourceDate {
  kind: AcademicKind;
  note: string;
  targetUrl: string | null;
}

const SOURCE_ID_MAX = 200;
/** From 2000 on, as forms accept it. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/**
 * Cleans dates for storage: each source id once, at most `academicFileDates`. Drops dates without a title or
 * valid days, and cuts long titles. Yields to the event loop.
 */
export async function cleanDates(dates: readonly SourceDate[]): Promise<CleanDate[]> {
  const cleaned = new Map<string, CleanDate>();
  await eachYielding(dates, (date) => {
    const one = cleanDate(date);
    if (one !== null && !cleaned.has(one.sourceId)) cleaned.set(one.sourceId, one);
  });
  return [...cleaned.values()].slice(0, LIMITS.academicFileDates);
}

function cleanDate({ sourceId, title, startDate, endDate }: SourceDate): CleanDate | null {
  const text = cleanTitle(title);
  if (text === '' || sourceId === '' || !isPeriod(startDate, endDate)) return null;
  const words = { kind: kindOf(text), note: '', targetUrl: null };
  return { sourceId: cleanId(sourceId), title: text, startDate, endDate, ...words };
}

/** The title on one line, at most `academicTitleMax` graphemes; empty for one that shows nothing. */
function cleanTitle(title: string): string {
  const short = title.slice(0, LIMITS.academicTitleMax * UNITS_PER_GRAPHEME);
  if (hasMarkRun(short)) return '';
  const line = short
    .normalize('NFC')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return isInvisible(line) ? '' : cutGraphemes(line, LIMITS.academicTitleMax - 1);
}

/** True for real days in order, at most `academicDays` apart. */
function isPeriod(startDate: string, endDate: string): boolean {
  if (!isDay(startDate) || !isDay(endDate)) return false;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS;
  return days >= 0 && days <= LIMITS.academicDays;
}

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The source id as stored: hashed if it is long or has control characters or lone surrogates. */
export function cleanId(id: string): string {
  const isPlain = id.length <= SOURCE_ID_MAX && !/[\p{Cc}\p{Cs}]/u.test(id);
  return isPlain ? id : createHash('sha256').update(id).digest('hex');
}
