import type { Executor } from '../../db/client.ts';
import { listBetween } from './academic-dates.repo.ts';
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
  const rows = await listBetween(db, { from, to, limit: COMPARED_MAX });
  const others = rows.filter((row) => row.sourceKey !== sourceKey);
  const taken = new Set(
    others.map((row) => keyOf({ ...row, startDate: row.startsOn, endDate: row.endsOn })),
  );
  return (date) => taken.has(keyOf(date));
}

function keyOf({ title, startDate, endDate }: Pick<CleanDate, 'title' | 'startDate' | 'endDate'>) {
  return `${startDate} ${endDate} ${title}`;
}
