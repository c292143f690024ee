import { DAY_MS } from '../clock.ts';
import { isoDay, type Moment, momentAt } from './moments.ts';
import type { EventReading, IcsDate, IcsEvent } from './read-event.ts';
import { type IcsRange, isKnownRule, occurrenceDays } from './recurrence.ts';

/** What could not be read of an event, in Korean. */
export interface IcsFault {
  /** Which event. */
  place: string;
  message: string;
}

export interface NumberedEvent extends EventReading {
  /** From 1, in the order of the calendar. */
  number: number;
}

interface Collected {
  dates: IcsDate[];
  faults: IcsFault[];
  outdated: number;
  cancelled: number;
}

const UNKNOWN_RULE = '되풀이 규칙이 복잡해 첫 번째만 읽습니다.';
/** Occurrences of one event: one a day in the range is no date of a calendar year. */
const OCCURRENCES_MAX = 400;
const TOO_OFTEN = `너무 자주 되풀이되어 처음 ${OCCURRENCES_MAX}번만 읽습니다.`;

/** Adds the dates of the events that count to what is collected, and yields after each event. */
export function* collectDates(
  events: readonly NumberedEvent[],
  range: IcsRange,
  collected: Collected,
): Generator<void> {
  const latest = latestOf(events);
  collected.outdated += events.length - latest.length;
  const replaced = replacedOf(latest);
  for (const one of latest) {
    if (one.isCancelled) collected.cancelled += 1;
    else addDates(one, replaced, range, collected);
    yield;
  }
}

/** One version of each event, in the order of the calendar. */
function latestOf(events: readonly NumberedEvent[]): NumberedEvent[] {
  const byKey = new Map<string, NumberedEvent>();
  for (const one of events) {
    const key = one.key ?? String(one.number);
    const other = byKey.get(key);
    if (other === undefined || isOlder(other, one)) byKey.set(key, one);
  }
  const cancelled = new Map<string, NumberedEvent>();
  for (const one of byKey.values()) {
    if (one.isCancelled && one.key?.endsWith('\n')) cancelled.set(one.key, one);
  }
  // A cancelled series takes its changed occurrences along.
  const isGone = ({ key, sequence }: NumberedEvent) => {
    const series = key === null ? undefined : cancelled.get(`${key.split('\n')[0]}\n`);
    return series !== undefined && !key?.endsWith('\n') && series.sequence >= sequence;
  };
  return [...byKey.values()].filter((one) => !isGone(one)).toSorted((a, b) => a.number - b.number);
}

function isOlder(one: NumberedEvent, other: NumberedEvent): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.changedAt < other.changedAt;
}

/** The occurrences of each series that an event of its own replaces or cancels. */
function replacedOf(events: readonly NumberedEvent[]): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>();
  for (const { key, event } of events) {
    if (key === null || event?.replaces == null) continue;
    const uid = key.split('\n')[0] ?? '';
    const marks = replaced.get(uid) ?? new Set();
    for (const mark of marksOf(event.replaces)) marks.add(mark);
    replaced.set(uid, marks);
  }
  return replaced;
}

/** How a date is found again that names a whole day or a point in time. */
function marksOf({ wall, time }: Moment): string[] {
  return [time === null ? isoDay(wall) : String(time)];
}

function addDates(
  { number, event, fault }: NumberedEvent,
  replaced: ReadonlyMap<string, ReadonlySet<string>>,
  range: IcsRange,
  { dates, faults }: Collected,
): void {
  const add = (message: string) => {
    const title = event === null ? '' : ` ‘${event.title}’`;
    faults.push({ place: `${number}번째 일정${title}`, message });
  };
  if (fault !== null) add(fault);
  if (event === null) return;
  const isSeries = event.replaces === null && (event.rule !== null || event.added.length > 0);
  if (!isSeries) {
    dates.push(dateOf(event));
    return;
  }
  const isKnown = event.rule === null || isKnownRule(event.rule);
  if (!isKnown) add(UNKNOWN_RULE);
  const series = isKnown ? event : { ...event, rule: null };
  const found = occurrencesOf(series, replaced.get(event.uid) ?? new Set(), range);
  if (found.length > OCCURRENCES_MAX) add(TOO_OFTEN);
  dates.push(...found.slice(0, OCCURRENCES_MAX));
}

function dateOf({ uid, title, startDate, endDate }: IcsDate): IcsDate {
  return { uid, title, startDate, endDate };
}

/** The occurrences of a series in the range; the first has the id of the series. */
function occurrencesOf(
  event: IcsEvent,
  replaced: ReadonlySet<string>,
  { from, to }: IcsRange,
): IcsDate[] {
  const { start, title, uid } = event;
  const length = Date.parse(event.endDate) - Date.parse(event.startDate);
  const excluded = new Set([...event.excluded.flatMap(marksOf), ...replaced]);
  const walls = new Set<number>();
  for (const day of occurrenceDays(event, { from, to })) walls.add(start.wall + day * DAY_MS);
  const moments = [
    ...[...walls].map((wall) => momentAt(wall, start)),
    ...event.added.filter(({ wall }) => !walls.has(wall)),
  ];
  return moments
    .filter((one) => !excluded.has(isoDay(one.wall)) && !excluded.has(String(one.time)))
    .map((one) => {
      const endDate = isoDay(Date.parse(one.day) + length);
      const stamp =
        one.time === null ? isoDay(one.wall) : new Date(one.wall).toISOString().slice(0, 19);
      const id = one.wall === start.wall ? uid : `${uid}/${stamp}`;
      return { uid: id, title, startDate: one.day, endDate };
    })
    .filter(({ startDate, endDate }) => endDate >= from && startDate <= to)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate));
}
