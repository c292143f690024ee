import { LRUCache } from 'lru-cache';

const KST_OFFSET_MS = 9 * 60 * 60 * 1000;

/** Formats of zones used lately; null for names that are no zone. */
const formats = new LRUCache<string, { format: Intl.DateTimeFormat | null }>({ max: 50 });

/**
 * The instant (ms) at which clocks of the zone show `wall`, a time written as if it were UTC. No zone and
 * one that is not known are Korean time.
 */
export function wallTimeIn(zone: string | null, wall: number): number {
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
