import { type SQL, sql } from 'drizzle-orm';
import { posts } from '../../../db/schema/index.ts';

/** How many posts with all pairs of a query have their texts compared with it, from the newest. */
const COMPARED = sql.raw('10000');
/** The same for one step: after a step with more posts, the next ones span fewer weeks. */
const COMPARED_AT_ONCE = sql.raw('2000');
/** Pairs of a query that the index looks up; the texts decide about the others. */
const PAIRS = sql.raw('8');

interface Bounds {
  /** Maximum number of hits. */
  max: SQL;
  /** Milliseconds after which the statement returns what it has found. */
  ms: SQL;
}

/** When the statement began, for `isInTime`. */
export const begun = sql`begun as materialized (select clock_timestamp() as at)`;

/** Whether the time of a search, or so many times of it, has not passed yet. */
export function isInTime({ ms }: Pick<Bounds, 'ms'>, times = sql`1`): SQL {
  return sql`clock_timestamp() < ${endOf(ms, times)}`;
}

export function endOf(ms: SQL, times = sql`1`): SQL {
  return sql`(select at from begun) + ${ms} * ${times} * interval '1 millisecond'`;
}

interface Walk {
  /** Selects the week after the newest one. */
  start: SQL;
  /** Selects id and time of what the index finds in `span`. */
  hits: SQL;
  /** What decides about them, unless the index alone does. */
  isHit: SQL;
  search: Bounds & { form: 'letter' | 'pair' | 'words' };
  /** Weeks before it are not searched. */
  firstWeek?: SQL;
}

/**
 * The recursive part of a search: its last step, `walked`, has the hits, newest first, and whether they are
 * partial. It ends when it has enough, has compared too many posts, or its time is over.
 */
export function walkOf({ start, hits, isHit, search, firstWeek = sql`0` }: Walk): SQL {
  const isSure = search.form === 'pair';
  const isFoundHit = isSure
    ? sql`true`
    : sql`${isInTime(search)} and (select ${isHit} from ${posts} where ${posts.id} = found.id)`;
  const missing = sql`${search.max} - cardinality(walk.hits)`;
  const atMost = isSure ? missing : sql`${COMPARED} - walk.compared`;
  return sql`${begun},
    walk(week, weeks, most, hits, compared, is_late) as (
      select week, 0, 1, '{}'::bigint[], 0, false from (${start}) as first
      union all
      select span.week, walk.weeks + span.size, ${mostWeeks(search)}, walk.hits || step.hits,
        walk.compared + step.compared, at >= ${endOf(search.ms)}
      from walk cross join lateral (${nextSpan}) as span
      cross join lateral (
        with found as materialized (
          select id from (${hits}) as hit
          order by created_at desc, id desc limit ${atMost}
        )
        select array(select id from found where ${isFoundHit} limit ${missing}) as hits,
          cardinality(array(select id from found)) as compared
      ) as step
      cross join lateral (select clock_timestamp() as at where step.compared >= 0 limit 1) as ended
      where walk.week > ${firstWeek} and cardinality(walk.hits) < ${search.max}
        and walk.compared < ${COMPARED} and not walk.is_late
    ),
    walked as materialized (
      select hits, cardinality(hits) < ${search.max}
        and (week > ${firstWeek} or compared >= ${COMPARED} or is_late) as is_partial
      from walk order by weeks desc limit 1
    )`;
}

/**
 * How many weeks the next step may span, by what this one took: four times as many, but no more than half of
 * the time that is left is enough for, and with no more posts than are compared at once.
 */
function mostWeeks({ ms }: Pick<Bounds, 'ms'>): SQL {
  const secondsOf = (time: SQL) => sql`extract(epoch from ${time})::double precision`;
  return sql`greatest(1, floor(span.size * least(4,
      ${COMPARED_AT_ONCE}::double precision / greatest(step.compared, 1),
      ${secondsOf(sql`${endOf(ms)} - at`)} / 2 / greatest(${secondsOf(sql`at - span.began`)}, 0.00001)
    )))::integer`;
}

/** The pairs of a query that the index looks up, as `pairs`. */
export function pairsOf(query: SQL): SQL {
  return sql`pairs as materialized (
      select distinct replace(replace(pair, '\\', '\\\\'), '''', '''''') as pair
      from unnest(letter_pairs(${query})) as pair limit ${PAIRS}
    )`;
}

/**
 * The weeks of the next step: they end where the last step began, are aligned as `search_digits` needs,
 * and are at most as many as all before. So a frequent pair is read only as far back as its hits are
 * needed, and a rare one takes few steps through many years. Where a step found or took much, the next is
 * shorter.
 */
const nextSpan = sql`select walk.week - size as week, size,
    left(search_digits(walk.week - size), length) as digits, clock_timestamp() as began
  from (values (4096, 1), (1024, 2), (256, 3), (64, 4), (16, 5), (4, 6), (1, 7)) as sizes(size, length)
  where size <= greatest(walk.weeks, 1) and size <= walk.most and walk.week % size = 0
  limit 1`;
