import { createHash } from 'node:crypto';
import type { AcademicKind } from '@naru/contract/academic-kinds';
import { LIMITS } from '@naru/contract/limits';
import { cutGraphemes, hasMarkRun, isInvisible, UNITS_PER_GRAPHEME } from '@naru/contract/text';
import { DAY_MS } from '../../platform/clock.ts';
import { inTurns } from '../../platform/turns.ts';
import { kindOf } from './kinds.ts';
import type { SourceDate } from './source-date.ts';

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
 * The dates as they may be stored, each source id once and at most `academicFileDates`: without those
 * that have no title or no days in order, with long titles cut. Others get their turn meanwhile.
 */
export async function cleanDates(dates: readonly SourceDate[]): Promise<CleanDate[]> {
  const cleaned = new Map<string, CleanDate>();
  await inTurns(dates, (date) => {
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

/** The id as it is stored: its hash, when it is long or nothing that a database stores. */
export function cleanId(id: string): string {
  const isPlain = id.length <= SOURCE_ID_MAX && !/[\p{Cc}\p{Cs}]/u.test(id);
  return isPlain ? id : createHash('sha256').update(id).digest('hex');
}
