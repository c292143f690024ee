import { and, eq, gte, isNotNull, or, sql } from 'drizzle-orm';
import { idArray, textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import {
  alertWords,
  aliasBlocks,
  boardFollows,
  comments,
  lectureAnswers,
  lectures,
  notifications,
  posts,
  sealedCommentLikes,
  sealedPostLikes,
} from '../../db/schema/index.ts';
import { aliasNumber } from '../../domain/access/blocks.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';

/** An anonymous post, also a deleted one; null when it was purged. */
export async function findSealedPost(db: Executor, id: number) {
  const [row] = await db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      createdAt: posts.createdAt,
      authorSeal: posts.authorSeal,
      isListed: sql<boolean>`${isListed}`,
      isDeleted: sql<boolean>`${posts.deletedAt} is not null`,
      isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
      acceptedCommentId: posts.acceptedCommentId,
      hasAnswer: sql<boolean>`exists (select from ${lectureAnswers} where post_id = ${posts.id})`,
      professorId: sql<
        number | null
      >`(select professor_id from ${lectures} where id = ${posts.lectureId})`,
    })
    .from(posts)
    .where(eq(posts.id, id));
  return row ?? null;
}

/** All comments below the post in their order, deleted ones too. */
export async function listSealedComments(db: Executor, postId: number) {
  return db
    .select({
      id: comments.id,
      authorSeal: comments.authorSeal,
      isDeleted: sql<boolean>`${comments.deletedAt} is not null`,
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      alias: aliasNumber,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.postId, postId))
    .orderBy(comments.position);
}

/** Which names each member blocks in the thread, by the hex of its seal. */
export async function listAliasBlocks(
  db: Executor,
  postId: number,
): Promise<Map<string, Set<number>>> {
  const rows = await db
    .select({ memberSeal: aliasBlocks.memberSeal, number: aliasBlocks.number })
    .from(aliasBlocks)
    .where(eq(aliasBlocks.postId, postId));
  const blocked = new Map<string, Set<number>>();
  for (const { memberSeal, number } of rows) {
    const key = memberSeal.toString('hex');
    blocked.set(key, (blocked.get(key) ?? new Set()).add(number));
  }
  return blocked;
}

/** The hex of everybody who likes the post or a comment below it. */
export async function listVoters(db: Executor, postId: number): Promise<Set<string>> {
  const { rows } = await db.execute<{ voter: string }>(sql`
    select encode(voter, 'hex') as voter from ${sealedPostLikes} where post_id = ${postId}
    union all select encode(voter, 'hex') from ${sealedCommentLikes}
    where comment_id in (select id from ${comments} where post_id = ${postId})`);
  return new Set(rows.map(({ voter }) => voter));
}

interface Search {
  memberIds: readonly number[];
  /** Also those who follow the board or wait for a word. */
  boardType: string | null;
  since: Date;
}

/**
 * Sealed notifications that may be about a post of the board, locked in the order in which notifications are
 * written. With a subquery that is no array every row would be read.
 */
export async function lockSealed(db: Executor, { memberIds, boardType, since }: Search) {
  const isOfBoard =
    boardType === null
      ? undefined
      : sql`(${notifications.subType} in ('followed-board', 'keyword') and ${notifications.memberId} = any(array(
          select member_id from ${boardFollows} where board_type = ${boardType}
          union select member_id from ${alertWords})))`;
  return db
    .select({
      id: notifications.id,
      memberId: notifications.memberId,
      targetSeal: notifications.targetSeal,
      readAt: notifications.readAt,
      groupKey: notifications.groupKey,
      count: notifications.count,
    })
    .from(notifications)
    .where(
      and(
        isNotNull(notifications.targetSeal),
        gte(notifications.createdAt, since),
        or(sql`${notifications.memberId} = any(${idArray(memberIds)})`, isOfBoard),
      ),
    )
    .orderBy(notifications.memberId, notifications.groupKey, notifications.id)
    .for('no key update');
}

/** `group_key` goes when an unread notification of the group is there already. */
export async function updateSealed(
  db: Executor,
  id: number,
  values: { targetSeal: Buffer; readAt: Date | null },
): Promise<void> {
  const other = sql`exists (select from ${notifications} as other where other.member_id = ${notifications.memberId}
    and other.group_key = ${notifications.groupKey} and other.read_at is null and other.id <> ${id})`;
  const groupKey =
    values.readAt === null
      ? { groupKey: sql`case when ${other} then null else ${notifications.groupKey} end` }
      : {};
  await db
    .update(notifications)
    .set({ ...values, ...groupKey })
    .where(eq(notifications.id, id));
}

/** What the unread notifications of the groups have sealed; locked, so that nothing is lost that is added to them. */
export async function listUnreadSeals(
  db: Executor,
  groups: readonly { memberId: number; groupKey: string }[],
) {
  const { rows } = await db.execute<{ groupKey: string; targetSeal: Buffer }>(sql`
    select n.group_key as "groupKey", n.target_seal as "targetSeal" from ${notifications} n
    inner join unnest(${idArray(groups.map(({ memberId }) => memberId))},
      ${textArray(groups.map(({ groupKey }) => groupKey))}) as own(member_id, group_key)
      on n.member_id = own.member_id and n.group_key = own.group_key
    where n.read_at is null
    order by n.member_id, n.group_key for no key update of n`);
  return rows;
}
