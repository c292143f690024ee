import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import type { CalendarDays } from '../../platform/ics/write-ics.ts';
import { listBetween } from './academic-dates.repo.ts';

/** The academic dates that touch a range of days, for calendar files of the site at `host`. */
export async function listCalendarDays(
  db: Executor,
  range: { from: string; to: string },
  host: string,
): Promise<CalendarDays[]> {
  const rows = await listBetween(db, { ...range, limit: LIMITS.academicDatesShown });
  return rows.map((row) => ({
    uid: `date-${row.id}@${host}`,
    changedAt: row.updatedAt,
    from: row.startsOn,
    to: row.endsOn,
    summary: row.title,
    description: row.note,
    url: row.targetUrl,
  }));
}
