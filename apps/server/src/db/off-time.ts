import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { siteRuns } from './schema/index.ts';

/** For how long the site was off after `at`, an instant or a day, as an interval: nobody could be there in that time. */
export function offSince(at: SQLWrapper): SQL {
  const { startedAt, offSeconds } = siteRuns;
  return sql`(select coalesce(sum(least(make_interval(secs => ${offSeconds}), ${startedAt} - ${at})), interval '0')
    from ${siteRuns} where ${startedAt} > ${at})`;
}
