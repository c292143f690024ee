import { and, asc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { hidden } from '../../db/hidden.ts';
import { eventStreams, events } from '../../db/schema/index.ts';

export type NewEvent = typeof events.$inferInsert;

/**
 * Class of the advisory locks on buckets of member ids: exclusive to begin listening, shared to write events.
 */
export const LISTENING_LOCK = sql.raw('7203006');
export const LOCK_BUCKETS = sql.raw('1024');

/** Between the time of what an event is about and its own, longer than any transaction takes. */
const COMMITTED_WITHIN = sql.raw("interval '10 minutes'");

/** Locks the buckets of `memberIds` (an SQL array) in ascending order, so that no two transactions deadlock. */
const lockBuckets = (mode: '' | '_shared', memberIds: SQL) => sql`
  select ${sql.raw(`pg_advisory_xact_lock${mode}`)}(${LISTENING_LOCK}, bucket) from (
    select distinct (id % ${LOCK_BUCKETS})::integer as bucket from unnest(${memberIds}) as id order by bucket
  ) as buckets`;

/**
 * Waits for all transactions that store no events for these members because nobody listened when they began.
 */
export async function awaitWriters(db: Executor, memberIds: number[]): Promise<void> {
  await db.execute(lockBuckets('', sql`${sql.param(memberIds)}::bigint[]`));
}

/**
 * Records the members as listening and returns their last event numbers. After a time without listening it
 * skips one number, so that an older cursor is recognised as incomplete. Call `awaitWriters` first.
 */
export async function openEventStreams(
  db: Executor,
  memberIds: number[],
  times: { now: Date; listeningSince: Date },
): Promise<Map<number, number>> {
  const rows = await db
    .insert(eventStreams)
    .values(memberIds.map((memberId) => ({ memberId, listenedAt: times.now })))
    .onConflictDoUpdate({
      target: eventStreams.memberId,
      set: {
        listenedAt: times.now,
        lastSeq: sql`${eventStreams.lastSeq} + case when ${eventStreams.listenedAt} >= ${times.listeningSince} then 0 else 1 end`,
      },
    })
    .returning({ memberId: eventStreams.memberId, lastSeq: eventStreams.lastSeq });
  return seqsOf(rows);
}

/** Those of the members whose listening record is older than `before`. */
export async function listUnrecorded(
  db: Executor,
  memberIds: number[],
  before: Date,
): Promise<number[]> {
  const rows = await db
    .select({ memberId: eventStreams.memberId })
    .from(eventStreams)
    .where(and(inArray(eventStreams.memberId, memberIds), lt(eventStreams.listenedAt, before)));
  return rows.map(({ memberId }) => memberId);
}

/** Updates the listening record of the members. Call `awaitWriters` first. */
export async function recordListening(db: Executor, memberIds: number[], now: Date): Promise<void> {
  await db
    .update(eventStreams)
    .set({ listenedAt: now })
    .where(inArray(eventStreams.memberId, memberIds));
}

/** Members recorded as listening since `since`. */
export async function listListeners(
  db: Executor,
  page: { afterId: number; limit: number; since: Date },
): Promise<number[]> {
  const rows = await db
    .select({ memberId: eventStreams.memberId })
    .from(eventStreams)
    .where(and(gt(eventStreams.memberId, page.afterId), gte(eventStreams.listenedAt, page.since)))
    .orderBy(asc(eventStreams.memberId))
    .limit(page.limit);
  return rows.map(({ memberId }) => memberId);
}

/** Last event numbers of the members; with `since` only of those who have listened since then. */
export async function findLastSeqs(
  db: Executor,
  memberIds: number[],
  since?: Date,
): Promise<Map<number, number>> {
  const isRecent = since === undefined ? undefined : gte(eventStreams.listenedAt, since);
  const rows = await db
    .select({ memberId: eventStreams.memberId, lastSeq: eventStreams.lastSeq })
    .from(eventStreams)
    .where(and(inArray(eventStreams.memberId, memberIds), isRecent));
  return seqsOf(rows);
}

const seqsOf = (rows: readonly LockedStream[]) =>
  new Map(rows.map(({ memberId, lastSeq }) => [memberId, lastSeq]));

export async function listEventsAfter(db: Executor, memberId: number, seq: number, limit: number) {
  return db
    .select({ seq: events.seq, payload: events.payload })
    .from(events)
    .where(and(eq(events.memberId, memberId), gt(events.seq, seq)))
    .orderBy(asc(events.seq))
    .limit(limit);
}

/** Events of some members that were stored right after one of the times. */
export interface StoredEvents {
  memberIds: number[];
  times: Date[];
}

export type StoredEvent = Pick<NewEvent, 'memberId' | 'seq' | 'payload'>;

/** Up to `limit` stored events after the place of `last`, in the order of their places. */
export async function listStoredAfter(
  db: Executor,
  { memberIds, times }: StoredEvents,
  last: Pick<StoredEvent, 'memberId' | 'seq'>,
  limit: number,
): Promise<StoredEvent[]> {
  const { memberId, seq, payload, createdAt } = events;
  return db
    .select({ memberId, seq, payload })
    .from(events)
    .where(
      and(
        sql`${memberId} = any(${sql.param(memberIds)}::bigint[])`,
        sql`(${memberId}, ${seq}) > (${last.memberId}::bigint, ${last.seq}::bigint)`,
        sql`exists (select from unnest(${sql.param(times)}::timestamptz[]) as time
          where ${createdAt} between time - interval '1 minute' and time + ${COMMITTED_WITHIN})`,
      ),
    )
    .orderBy(asc(memberId), asc(seq))
    .limit(limit);
}

export async function replacePayloads(db: Executor, rows: readonly StoredEvent[]): Promise<void> {
  if (rows.length === 0) return;
  const [memberIds, seqs] = [rows.map((row) => row.memberId), rows.map((row) => row.seq)];
  const payloads = rows.map((row) => row.payload);
  await db.execute(sql`update ${events} set payload = changed.payload
    from unnest(${sql.param(memberIds)}::bigint[], ${sql.param(seqs)}::bigint[], ${sql.param(payloads)}::bytea[])
      as changed (member_id, seq, payload)
    where ${events.memberId} = changed.member_id and ${events.seq} = changed.seq`);
}

export async function countEvents(
  db: Executor,
  memberId: number,
  range: { after: number; last: number },
): Promise<number> {
  return db.$count(
    events,
    and(eq(events.memberId, memberId), gt(events.seq, range.after), lte(events.seq, range.last)),
  );
}

/** A stream locked by the transaction. */
export interface LockedStream {
  memberId: number;
  lastSeq: number;
}

/**
 * Prepares two statements, to be sent in this order. `hold` takes the shared bucket locks: until the commit
 * none of the members can begin to listen; a page that opens meanwhile waits and then reads the result. The
 * locks are shared, so commits do not wait for each other. `lock` locks the streams of listening members in
 * the order of their ids and returns them. `memberIds` is an SQL array of ids with placeholders.
 */
export function prepareLockStreams(db: Db, name: string, memberIds: SQL) {
  const hold = prepare(db, `hold_listeners_${name}`, lockBuckets('_shared', memberIds));
  const lock = prepare<LockedStream>(
    db,
    `lock_streams_${name}`,
    sql`select member_id as "memberId", last_seq as "lastSeq" from ${eventStreams}
      where member_id = any(${memberIds}) and listened_at >= ${hidden(sql`${sql.placeholder('since')}::timestamptz`)}
      order by member_id for update`,
  );
  return (values: Record<string, unknown>, since: Date) => ({
    hold: hold(values),
    lock: lock({ ...values, since }),
  });
}

/** Stores events and the new last numbers of their locked streams. */
export function prepareInsertEvents(db: Db) {
  const query = prepare(
    db,
    'insert_events',
    sql`with event as (
      select * from unnest(${sql.placeholder('memberIds')}::bigint[], ${sql.placeholder('seqs')}::bigint[],
        ${sql.placeholder('payloads')}::bytea[]) as event (member_id, seq, payload)
    ), stored as (
      insert into ${events} (member_id, seq, payload, created_at)
      select member_id, seq, payload, ${sql.placeholder('now')}::timestamptz from event
    )
    update ${eventStreams} set last_seq = last.seq
    from (select member_id, max(seq) as seq from event group by member_id) as last
    where ${eventStreams.memberId} = last.member_id`,
  );
  return (rows: readonly Pick<NewEvent, 'memberId' | 'seq' | 'payload'>[], now: Date) => {
    const memberIds = rows.map(({ memberId }) => memberId);
    const seqs = rows.map(({ seq }) => seq);
    const payloads = rows.map(({ payload }) => payload);
    return query({ memberIds, seqs, payloads, now });
  };
}
