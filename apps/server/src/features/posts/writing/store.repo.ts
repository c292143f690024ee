import type { HeadBoard } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import {
  boardHeadRules,
  boardHeads,
  lectures,
  memberLists,
  polls,
  posts,
} from '../../../db/schema/index.ts';
import { hasAuthor, writtenBy } from '../../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../../domain/authorship/author.ts';
import { anonymityError } from '../../../domain/posts/anonymity.ts';
import type { NewPost } from '../../../domain/posts/store.repo.ts';
import { fieldError } from '../../../platform/errors.ts';

/** Serialises a member's new posts until the transaction ends, so that a double submit finds the first. */
export async function lockWriter(db: Executor, memberId: number) {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`post of ${memberId}`}, 0))`,
  );
}

interface Sent {
  self: KnownAuthor;
  /** Since when the same text is a double submit. */
  since: Date;
  /** Since when the same text with the other anonymity is refused. */
  sameTextSince: Date;
  /** Whether a stored text may be this one with copies of its pictures. */
  isCopy(content: string): boolean;
}

/**
 * Finds the post that was sent before: under the same client id, even if deleted since, or the same text
 * since `since` (double submit). Throws VALIDATION_FAILED for the same text that stands with the other
 * anonymity: together they would show who wrote the anonymous one.
 */
export async function findDuplicate(db: Executor, post: NewPost, sent: Sent) {
  return (await findByClientId(db, post)) ?? findSameText(db, post, sent);
}

async function findByClientId(db: Executor, post: NewPost) {
  if (post.clientId == null) return null;
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(hasAuthor(posts, post), eq(posts.clientId, post.clientId)));
  return row?.id ?? null;
}

const PICTURE = '/files/[^"]*\\.webp';

async function findSameText(db: Executor, post: NewPost, sent: Sent) {
  const { self, since, sameTextSince, isCopy } = sent;
  const isAnonymous = post.anonymous === true;
  const rows = await db
    .select({
      id: posts.id,
      isAnonymous: posts.anonymous,
      createdAt: posts.createdAt,
      content: posts.content,
    })
    .from(posts)
    .where(
      and(
        writtenBy(posts, self),
        gte(posts.createdAt, sameTextSince),
        isNull(posts.deletedAt),
        eq(posts.boardType, post.boardType),
        post.lectureId == null ? isNull(posts.lectureId) : eq(posts.lectureId, post.lectureId),
        eq(posts.title, post.title),
        // A copy of a picture has another address.
        sql`regexp_replace(${posts.content}, ${PICTURE}, '', 'g') = regexp_replace(${post.content}, ${PICTURE}, '', 'g')`,
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id));
  if (rows.some((row) => row.isAnonymous !== isAnonymous)) {
    throw anonymityError({ isAnonymous });
  }
  return rows.find((row) => row.createdAt >= since && isCopy(row.content))?.id ?? null;
}

interface HeadInput {
  boardType: HeadBoard;
  headId: number;
  holder: HeadHolder | null;
}

/** What may keep its head when that is retired: a post, or a notice that is scheduled with this one. */
export type HeadHolder = { postId: number } | { headId: number | null | undefined };

/** Keeps a head from being retired until the transaction ends; false when it cannot be chosen. */
export async function lockHead(tx: Executor, { boardType, headId, holder }: HeadInput) {
  const [row] = await tx
    .select({ id: boardHeads.id })
    .from(boardHeads)
    .where(
      and(
        eq(boardHeads.id, headId),
        eq(boardHeads.boardType, boardType),
        or(isNotNull(boardHeads.place), isUsedBy(holder)),
      ),
    )
    .for('key share');
  return row !== undefined;
}

function isUsedBy(holder: HeadHolder | null): SQL | undefined {
  if (holder === null) return undefined;
  if ('headId' in holder)
    return holder.headId == null ? undefined : eq(boardHeads.id, holder.headId);
  return sql`exists (select 1 from ${posts} where ${posts.id} = ${holder.postId} and ${posts.headId} = ${boardHeads.id})`;
}

/** A board without a head that can be chosen requires none. */
export async function isHeadRequired(tx: Executor, boardType: HeadBoard): Promise<boolean> {
  const hasHeads = sql`exists (select 1 from ${boardHeads} where ${boardHeads.boardType} = ${boardType} and ${boardHeads.place} is not null)`;
  const isRequired = and(
    eq(boardHeadRules.boardType, boardType),
    boardHeadRules.isRequired,
    hasHeads,
  );
  return (await tx.$count(boardHeadRules, isRequired)) > 0;
}

/** Keeps lists of members from being deleted until the transaction ends; returns the ids that exist. */
export async function lockLists(tx: Executor, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: memberLists.id })
    .from(memberLists)
    .where(inArray(memberLists.id, [...ids]))
    .orderBy(memberLists.id)
    .for('key share');
  return rows.map(({ id }) => id);
}

/** The groups of a notice; null: none. */
export async function findGroups(tx: Executor, postId: number): Promise<string[] | null> {
  const [row] = await tx
    .select({ groups: posts.audienceGroups })
    .from(posts)
    .where(eq(posts.id, postId));
  return row?.groups ?? null;
}

/**
 * Keeps a lecture from being deleted until the transaction ends. Throws VALIDATION_FAILED when it is
 * missing or removed.
 */
export async function requireLecture(db: Executor, id: number): Promise<void> {
  const [row] = await db
    .select({ id: lectures.id })
    .from(lectures)
    .where(and(eq(lectures.id, id), isNull(lectures.deletedAt)))
    .for('key share');
  if (row === undefined) throw fieldError('lectureTagId', TEXTS.lectureTagUnknown);
}

export type NewPoll = typeof polls.$inferInsert & { endsAt: Date | null };

/** Locks the poll, so that nobody votes meanwhile. */
export async function lockPoll(tx: Executor, postId: number) {
  const [row] = await tx.select().from(polls).where(eq(polls.postId, postId)).for('update');
  return row ?? null;
}

/** Needs `lockPoll` and no ballots. */
export async function putPoll(tx: Executor, { postId, ...poll }: NewPoll): Promise<void> {
  await tx
    .insert(polls)
    .values({ postId, ...poll })
    .onConflictDoUpdate({ target: polls.postId, set: poll });
}

export async function deletePoll(tx: Executor, postId: number): Promise<void> {
  await tx.delete(polls).where(eq(polls.postId, postId));
}
