import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { addDays, DAY_MS, kstDay } from '../clock.ts';
import { firstValueOf, type Moment, momentOf, momentsOf } from './moments.ts';

/** An event as Korean days. */
export interface IcsDate {
  /** UID of the event; occurrences of a recurring event have their own, except the first. */
  uid: string;
  title: string;
  /** First and last Korean day, yyyy-mm-dd. */
  startDate: string;
  endDate: string;
}

/** An event as a calendar states it, of which there may be several versions. */
export interface IcsEvent extends IcsDate {
  start: Moment;
  /** The occurrence of the recurring event with this UID that the event replaces. */
  replaces: Moment | null;
  rule: ICAL.Recur | null;
  added: Moment[];
  excluded: Moment[];
}

/** Which version of an event counts: the one with the higher sequence, then the one that was changed last. */
export interface IcsVersion {
  key: string | null;
  sequence: number;
  changedAt: number;
  isCancelled: boolean;
}

const NO_START = '시작 날짜를 읽을 수 없습니다.';
const NO_TITLE = '제목이 없습니다.';
/** Longer durations are mistakes, and can lead out of the range of dates. */
const DURATION_MAX_MS = 36_525 * DAY_MS;
const BAD_END = '종료일을 읽을 수 없어 하루로 두었습니다.';
const BAD_RULE = '되풀이 규칙을 읽을 수 없어 첫 번째만 읽습니다.';

export interface EventReading extends IcsVersion {
  /** Null for an event that is cancelled or cannot be read. */
  event: IcsEvent | null;
  /** What could not be read, in Korean; null when all could. */
  fault: string | null;
}

type Properties = ReadonlyMap<string, readonly ICAL.Property[]>;

/** Reads the lines of one event, unfolded. */
export function readEvent(lines: readonly string[]): EventReading {
  const properties = parseLines(lines);
  const text = (name: string) => textOf(properties, name);
  const uid = text('uid');
  const recurrence = text('recurrence-id');
  const version = {
    key: uid === '' ? null : `${uid}\n${recurrence}`,
    sequence: Number.parseInt(text('sequence'), 10) || 0,
    changedAt: changeOf(properties),
    isCancelled: text('status').toUpperCase() === 'CANCELLED',
  };
  if (!version.isCancelled) return { ...version, ...toEvent(properties) };
  // An occurrence that is cancelled alone is an excluded date.
  const replaces = momentOf(properties.get('recurrence-id')?.[0]);
  return { ...version, event: replaces && emptyEvent(uid, replaces), fault: null };
}

function toEvent(properties: Properties): Pick<EventReading, 'event' | 'fault'> {
  const start = momentOf(properties.get('dtstart')?.[0]);
  if (start === null) return { event: null, fault: NO_START };
  const title = textOf(properties, 'summary');
  if (title === '') return { event: null, fault: NO_TITLE };
  const uid = textOf(properties, 'uid');
  const recurrence = textOf(properties, 'recurrence-id');
  const lastDay = lastDayOf(start, properties);
  const rule = firstOf(properties, 'rrule');
  const event = {
    uid: uidOf(uid, recurrence, `${start.day} ${title}`),
    title,
    startDate: start.day,
    endDate: lastDay ?? start.day,
    start,
    replaces: momentOf(properties.get('recurrence-id')?.[0]),
    rule: rule instanceof ICAL.Recur ? rule : null,
    added: (properties.get('rdate') ?? []).flatMap(momentsOf),
    excluded: (properties.get('exdate') ?? []).flatMap(momentsOf),
  };
  if (lastDay === null) return { event, fault: BAD_END };
  return { event, fault: properties.has('rrule') && event.rule === null ? BAD_RULE : null };
}

function emptyEvent(uid: string, at: Moment): IcsEvent {
  const words = { uid, title: '', startDate: at.day, endDate: at.day };
  return { ...words, start: at, replaces: at, rule: null, added: [], excluded: [] };
}

function parseLines(lines: readonly string[]): Properties {
  const properties = new Map<string, ICAL.Property[]>();
  for (const line of lines) {
    const property = parseLine(line);
    if (property === null) continue;
    const others = properties.get(property.name);
    if (others === undefined) properties.set(property.name, [property]);
    else others.push(property);
  }
  return properties;
}

function firstOf(properties: Properties, name: string): unknown {
  const property = properties.get(name)?.[0];
  return property && firstValueOf(property);
}

function textOf(properties: Properties, name: string): string {
  return String(firstOf(properties, name) ?? '').trim();
}

/** When the event was changed last, in milliseconds; 0 when it does not say. */
function changeOf(properties: Properties): number {
  const property = properties.get('last-modified')?.[0] ?? properties.get('dtstamp')?.[0];
  return momentOf(property)?.time ?? 0;
}

/** A date without `VALUE=DATE`, as some programs write it. */
const BARE_DAY =
  /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(?![^:]*VALUE=)([^:]*:\d{8}(?:,\d{8})*)$/i;

/** Null for a line that breaks the rules. */
function parseLine(line: string): ICAL.Property | null {
  try {
    const known = line.trimEnd().replace(BARE_DAY, '$1;VALUE=DATE$2');
    return ICAL.Property.fromString(known, ICAL.design.icalendar);
  } catch {
    return null;
  }
}

/** An event without an id has that of its content. */
function uidOf(uid: string, recurrence: string, content: string): string {
  const own = uid === '' ? createHash('sha256').update(content).digest('hex') : uid;
  return recurrence === '' ? own : `${own}/${recurrence}`;
}

/** The last day of an event; null when its end cannot be read. The end itself is exclusive. */
function lastDayOf(start: Moment, properties: Properties): string | null {
  const dtend = properties.get('dtend')?.[0];
  if (dtend !== undefined) {
    const end = momentOf(dtend);
    return end && lastBefore(start, end);
  }
  const duration = properties.get('duration')?.[0];
  if (duration === undefined) return start.day;
  const value = firstValueOf(duration);
  if (!(value instanceof ICAL.Duration)) return null;
  const ms = value.toSeconds() * 1000;
  if (!(Math.abs(ms) <= DURATION_MAX_MS)) return null;
  if (start.time !== null) {
    const time = start.time + ms;
    return lastBefore(start, { day: kstDay(new Date(time)), time });
  }
  return lastBefore(start, { day: addDays(start.day, Math.ceil(ms / DAY_MS)), time: null });
}

function lastBefore(start: Moment, end: Pick<Moment, 'day' | 'time'>): string {
  const last = end.time === null ? addDays(end.day, -1) : kstDay(new Date(end.time - 1));
  return [start.day, last].toSorted().at(-1) ?? start.day;
}
