import ICAL from 'ical.js';
import { LRUCache } from 'lru-cache';
import { kstDay } from '../clock.ts';

const KST_OFFSET_MS = 9 * 60 * 60 * 1000;

/** Cached formats of zones; null for names that are no zone. */
const formats = new LRUCache<string, { format: Intl.DateTimeFormat | null }>({ max: 50 });

/**
 * The instant (ms) at which clocks of the zone show `wall`, a time written as if it were UTC. A missing or unknown
 * zone means Korean time.
 */
function wallTimeIn(zone: string | null, wall: number): number {
  if (zone === 'UTC') return wall;
  const format = zone === null || zone === 'Asia/Seoul' ? null : formatOf(zone);
  if (format === null) return wall - KST_OFFSET_MS;
  // Once more with the offset of the first guess, in case it changes in between.
  const guess = wall - offsetAt(format, wall);
  return wall - offsetAt(format, guess);
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known.format;
  const format = createFormat(zone);
  formats.set(zone, { format });
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

/** Milliseconds by which the zone is ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - time;
}

/** A point in time, or a whole day. */
export interface Moment {
  /** The Korean day. */
  day: string;
  /** Null for a whole day. */
  time: number | null;
  /** What clocks of its zone show, as if it were UTC. */
  wall: number;
  zone: string | null;
}

/** The moment at which clocks of the zone show `wall`. */
export function momentAt(wall: number, { zone, time }: Pick<Moment, 'zone' | 'time'>): Moment {
  if (time === null) return { day: isoDay(wall), time, wall, zone };
  const instant = wallTimeIn(zone, wall);
  return { day: kstDay(new Date(instant)), time: instant, wall, zone };
}

export const isoDay = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** Null for a value that is no date. */
export function momentOf(property: ICAL.Property | undefined): Moment | null {
  const value = property && firstValueOf(property);
  return property && value instanceof ICAL.Time ? toMoment(property, value, 0) : null;
}

/** The moments of a list, such as the excluded dates of a rule; leaves out what is no date. */
export function momentsOf(property: ICAL.Property): Moment[] {
  try {
    return property.getValues().flatMap((value: unknown, at: number) => {
      const time = value instanceof ICAL.Period ? value.start : value;
      const moment = time instanceof ICAL.Time ? toMoment(property, time, at) : null;
      return moment ?? [];
    });
  } catch {
    return [];
  }
}

function toMoment(property: ICAL.Property, value: ICAL.Time, at: number): Moment | null {
  const { year, month, day, hour, minute, second } = value;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(wall) || year < 1900 || year > 2999) return null;
  // The library turns 30 February into 2 March.
  const isReal = String(property.jCal[3 + at]).startsWith(isoDay(wall));
  if (!isReal) return null;
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  const zone = isUtc ? 'UTC' : property.getFirstParameter('tzid') || null;
  return momentAt(wall, { zone, time: value.isDate ? null : 0 });
}

/** The library reads dates when they are asked for. */
export function firstValueOf(property: ICAL.Property): unknown {
  try {
    return property.getFirstValue();
  } catch {
    return null;
  }
}
