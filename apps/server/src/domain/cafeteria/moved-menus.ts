import { createHash } from 'node:crypto';
import type { MenuMove } from '@naru/contract/sources';
import { addDays } from '../../platform/clock.ts';
import { CAFETERIAS, type Cafeteria, isSamePart, partOf } from './day-parts.ts';
import type { DatedPart } from './meal-file.ts';
import type { DayRow } from './menus.repo.ts';
import { presentDay } from './present.ts';

/** What a person decided about menus that have moved; null while nobody has. */
export interface MoveDecision extends MenuMove {
  choice: 'STORE' | 'LEAVE' | null;
}

/** After a week the same menus may come again. */
const DAYS_MAX = 6;
/** Less may be a coincidence. */
const MOVED_MIN = 2;

interface Stored {
  /** By day, as `reachOf` names them. */
  stored: ReadonlyMap<string, DayRow>;
  /** Only what it has stored itself is compared. */
  source: string;
}

/** The days whose menus may have moved to those of `parts`, and these days themselves. */
export function reachOf(parts: readonly DatedPart[]): string[] {
  const shifts = Array.from({ length: DAYS_MAX * 2 + 1 }, (_, index) => index - DAYS_MAX);
  return [...new Set(parts.flatMap(({ date }) => shifts.map((shift) => addDays(date, shift))))];
}

/**
 * Menus that are stored already, all the same number of days earlier or later: their page, or its reading, has
 * taken them for those of other days. Null for anything else, also when nothing changes.
 */
export function findMove(parts: readonly DatedPart[], { stored, source }: Stored): MenuMove | null {
  for (const cafeteria of CAFETERIAS) {
    const open = parts.filter((part) => part.cafeteria === cafeteria && part.state === 'OPEN');
    const by = shiftOf(open, (date) => ownPart(stored.get(date), { date, cafeteria, source }));
    const dates = open.map(({ date }) => date).toSorted();
    const [from, to] = [dates[0], dates.at(-1)];
    if (by !== null && from !== undefined && to !== undefined) {
      return { by, from, to, hash: hashOf(open) };
    }
  }
  return null;
}

type PartAt = (date: string) => ReturnType<typeof partOf> | null;

function shiftOf(open: readonly DatedPart[], partAt: PartAt): number | null {
  const isAt = (part: DatedPart, shift: number) => {
    const before = partAt(addDays(part.date, -shift));
    return before !== null && isSameMenu(before, part);
  };
  if (open.filter((part) => isAt(part, 0)).length * 2 >= open.length) return null;
  for (let days = 1; days <= DAYS_MAX; days += 1) {
    for (const shift of [days, -days]) {
      const known = open.filter(({ date }) => partAt(addDays(date, -shift)) !== null);
      const moved = known.filter((part) => isAt(part, shift));
      // A menu that is the same each day is at every place.
      const different = new Set(moved.map(({ dishes }) => JSON.stringify(dishes))).size;
      const isMove = moved.length === known.length && moved.length * 2 >= open.length;
      if (isMove && different >= MOVED_MIN) return shift;
    }
  }
  return null;
}

function ownPart(
  row: DayRow | undefined,
  { date, cafeteria, source }: { date: string; cafeteria: Cafeteria; source: string },
): ReturnType<typeof partOf> | null {
  const owner = cafeteria === 'student' ? row?.studentSource : row?.staffSource;
  if (row === undefined || owner !== source) return null;
  const part = partOf(presentDay(date, row), cafeteria);
  return part.state === 'OPEN' ? part : null;
}

function isSameMenu(before: ReturnType<typeof partOf>, { state, dishes }: DatedPart): boolean {
  return isSamePart(before, { state, dishes });
}

function hashOf(parts: readonly DatedPart[]): string {
  const days = parts.map(({ date, cafeteria, dishes }) => [date, cafeteria, dishes]);
  return createHash('sha256').update(JSON.stringify(days)).digest('base64url').slice(0, 16);
}
