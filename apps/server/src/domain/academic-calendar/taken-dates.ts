import { createHash } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { listTaken } from './academic-dates.repo.ts';
import type { CleanDate } from './clean-dates.ts';

/** Stored dates that new ones are compared with: those of some decades. */
const COMPARED_MAX = 10_000;

/**
 * Returns whether the calendar has one of the dates already, with the same title and days: entered by
 * staff, or from elsewhere than `sourceKey`.
 */
export async function findTaken(
  db: Executor,
  sourceKey: string,
  dates: readonly CleanDate[],
): Promise<(date: CleanDate) => boolean> {
  const days = dates.flatMap(({ startDate, endDate }) => [startDate, endDate]).toSorted();
  const [from, to] = [days.at(0), days.at(-1)];
  if (from === undefined || to === undefined) return () => false;
  const rows = await listTaken(db, { from, to, sourceKey, limit: COMPARED_MAX });
  const taken = new Set(
    rows.map(({ startsOn, endsOn, titleHash }) => `${startsOn} ${endsOn} ${titleHash}`),
  );
  return (date) => taken.has(keyOf(date));
}

/** As the database compares them: a thousand titles may have megabytes. */
function keyOf({ title, startDate, endDate }: CleanDate): string {
  return `${startDate} ${endDate} ${createHash('sha256').update(title).digest('hex')}`;
}
