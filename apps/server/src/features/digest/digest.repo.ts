import type { BoardType } from '@naru/contract/boards';
import type { Digest } from '@naru/contract/digest';
import { DEFAULT_DIGEST } from '@naru/contract/digest';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  max,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { offSince } from '../../db/off-time.ts';
import { digests, members, notifications, posts, sessions } from '../../db/schema/index.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';
import { addressCorrectedAt } from '../../domain/access/corrected-addresses.repo.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { isRefused } from '../../domain/emails/email-log.repo.ts';
import { isListed } from '../../domain/posts/post.sql.ts';

export async function findDigest(db: Executor, memberId: number): Promise<Digest> {
  const [row] = await db
    .select({ digest: digests.digest })
    .from(digests)
    .where(eq(digests.memberId, memberId));
  return row?.digest ?? DEFAULT_DIGEST;
}

/** Whether the mail server refuses the address of the member. */
export async function isAddressRefused(db: Executor, memberId: number): Promise<boolean> {
  return (await db.$count(members, and(eq(members.id, memberId), isRefused(members.email)))) > 0;
}

export async function saveDigest(db: Executor, memberId: number, digest: Digest): Promise<void> {
  await db
    .insert(digests)
    .values({ memberId, digest })
    .onConflictDoUpdate({ target: digests.memberId, set: { digest } });
}

/**
 * Turns the digest off by the link of an e-mail. The link outlives the account: does nothing for a withdrawn
 * member.
 */
export async function stopDigest(db: Executor, memberId: number): Promise<void> {
  await db.execute(sql`insert into ${digests} (member_id, digest)
    select id, 'OFF' from ${members} where id = ${memberId} and withdrawn_at is null
    on conflict (member_id) do update set digest = 'OFF'`);
}

interface Away {
  now: Date;
  /** Skips members who have visited since. */
  presentSince: Date;
  /** Skips members whose last visit was before, who have left. */
  leftBefore: Date;
}

interface Times extends Away {
  /** The last look at those who want one a day, and one a week, was before. */
  dailyBefore: Date;
  weeklyBefore: Date;
}

export interface Reader {
  memberId: number;
  email: string;
  digest: Digest;
  checkedAt: Date | null;
  lastSeenAt: Date;
}

const digestChoice = sql<Digest>`coalesce(${digests.digest}, ${DEFAULT_DIGEST})`;

/**
 * Members to whom a digest may be sent; time in which the site was off is nobody's absence. Left out are those whose
 * address another member has set, as it may be another person's, and those whose address the mail server refuses.
 */
function selectReaders(db: Executor, { now, presentSince, leftBefore }: Away, which: SQL) {
  const seen = db
    .select({
      memberId: sessions.memberId,
      lastSeenAt: max(sessions.lastUsedAt).as('last_seen_at'),
    })
    .from(sessions)
    .groupBy(sessions.memberId)
    .as('seen');
  const seenAt = sql`(${seen.lastSeenAt} + ${offSince(seen.lastSeenAt)})`;
  return db
    .select({
      memberId: members.id,
      email: members.email,
      digest: digestChoice,
      checkedAt: digests.checkedAt,
      lastSeenAt: sql<Date>`${seen.lastSeenAt}`.mapWith(sessions.lastUsedAt),
    })
    .from(members)
    .innerJoin(seen, eq(seen.memberId, members.id))
    .leftJoin(digests, eq(digests.memberId, members.id))
    .where(
      and(
        which,
        isActive(now),
        sql`${digestChoice} <> 'OFF'`,
        sql`${seenAt} < ${presentSince.toISOString()}::timestamptz`,
        sql`${seenAt} >= ${leftBefore.toISOString()}::timestamptz`,
        sql`${addressCorrectedAt} is null`,
        not(isRefused(members.email)),
      ),
    )
    .orderBy(asc(members.id))
    .$dynamic();
}

/** The next members after `afterId` whose digest is due, by id. */
export function listDueReaders(
  db: Executor,
  times: Times,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Reader[]> {
  const { dailyBefore, weeklyBefore } = times;
  const isDue = sql`${members.id} > ${afterId} and (${digests.checkedAt} is null
    or ${digests.checkedAt} + ${offSince(digests.checkedAt)} < case ${digestChoice} when 'DAILY' then ${dailyBefore.toISOString()}::timestamptz
      else ${weeklyBefore.toISOString()}::timestamptz end)`;
  return selectReaders(db, times, isDue).limit(limit);
}

/** Null when the member is to get no digest any more. */
export async function findReader(
  db: Executor,
  away: Away,
  memberId: number,
): Promise<Reader | null> {
  const [row] = await selectReaders(db, away, eq(members.id, memberId));
  return row ?? null;
}

/** False when another server was faster since `before` was read, or the choice is another one now. */
export async function markChecked(
  db: Executor,
  { memberId, digest, checkedAt: before }: Reader,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(digests)
    .values({ memberId, digest, checkedAt: now })
    .onConflictDoUpdate({
      target: digests.memberId,
      set: { checkedAt: now },
      setWhere: sql`${digests.digest} = ${digest}
        and ${digests.checkedAt} is not distinct from ${before?.toISOString() ?? null}::timestamptz`,
    });
  return rowCount === 1;
}

/** Those of the member's notifications about anonymous content, also when they were read meanwhile. */
export async function listSecretIds(
  db: Executor,
  memberId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.memberId, memberId),
        inArray(notifications.id, [...ids]),
        isNotNull(notifications.targetSeal),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** A post under a name, with its author, by which a reader's blocks leave it out. */
export interface PopularPost {
  id: number;
  boardType: BoardType;
  title: string;
  likeCount: number;
  authorId: number;
  createdAt: Date;
}

/** The most liked listed posts of the boards since `since`, without those that are anonymous or lost their author. */
export async function listPopular(
  db: Executor,
  boards: readonly BoardType[],
  { since, limit }: { since: Date; limit: number },
): Promise<PopularPost[]> {
  const rows = await db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      title: posts.title,
      likeCount: posts.likeCount,
      authorId: posts.authorId,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .where(
      and(
        inArray(posts.boardType, [...boards]),
        isListed,
        eq(posts.anonymous, false),
        isNotNull(posts.authorId),
        gte(posts.createdAt, since),
        gt(posts.likeCount, 0),
      ),
    )
    .orderBy(desc(posts.likeCount), desc(posts.id))
    .limit(limit);
  return rows as PopularPost[];
}

/** Those of the authors whom the member blocks. */
export async function listBlockedAmong(
  db: Executor,
  memberId: number,
  authorIds: readonly number[],
): Promise<Set<number>> {
  if (authorIds.length === 0) return new Set();
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, [...authorIds]), blocks(memberId, members.id)));
  return new Set(rows.map(({ id }) => id));
}
