import { createHash } from 'node:crypto';
import type { Db, Executor } from '../../db/client.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { applyPlan, listKnown, listTaken, lockAcademicDates } from './academic-dates.repo.ts';
import { type CleanDate, cleanDates, cleanId, type SourceDate } from './clean-dates.ts';
import { planDates, vanishedOf } from './plan-dates.ts';

/** Limit of the stored dates that new ones are compared with; enough for several decades. */
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

/** The same key as `listTaken` returns: a hash, because a thousand titles can take megabytes. */
function keyOf({ title, startDate, endDate }: CleanDate): string {
  return `${startDate} ${endDate} ${createHash('sha256').update(title).digest('hex')}`;
}

/**
 * Makes the stored dates of a source equal to what it lists now, one row for each (source key, source id):
 * adds new dates, updates changed ones, removes those that vanished before their first day. Keeps past dates,
 * and dates that staff entered, changed or deleted. Does not add a date that the calendar has from elsewhere
 * with the same title and days. Without any usable date changes nothing, because the source is more likely
 * broken than empty; with `isPartial` (some dates could not be read) removes nothing.
 */
export function createDateImport({ db, clock }: { db: Db; clock: Clock }) {
  return async (
    source: { key: string; isPartial?: boolean },
    dates: readonly SourceDate[],
  ): Promise<{ created: number; updated: number; removed: number }> => {
    const given = await cleanDates(dates);
    if (given.length === 0) return { created: 0, updated: 0, removed: 0 };
    return db.transaction(async (tx) => {
      await lockAcademicDates(tx);
      const now = clock.now();
      const known = await listKnown(tx, source.key);
      const planned = planDates(known, given);
      const isTaken = await findTaken(tx, source.key, planned.created);
      const created = planned.created.filter((date) => !isTaken(date));
      const { updated } = planned;
      const seen = new Set(dates.map(({ sourceId }) => cleanId(sourceId)));
      const removed = source.isPartial ? [] : vanishedOf(known, { seen, today: kstDay(now) });
      await applyPlan(tx, source.key, { created, updated, removed }, now);
      return { created: created.length, updated: updated.length, removed: removed.length };
    });
  };
}
