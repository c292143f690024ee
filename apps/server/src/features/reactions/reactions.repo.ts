import { and, eq, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepare, type Statement } from '../../db/fast/fast.ts';
import { postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import type { MarkOwner } from '../../domain/authorship/author.ts';
import {
  deleteLikes,
  deleteMark,
  insertMarks,
  insertSealedLike,
  isLikedBy,
  likesGone,
} from '../../domain/marks/marks.sql.ts';
import { isLive, isLivePost } from '../../domain/posts/post.sql.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

const of = sql.placeholder;
const member = { memberId: of('memberId'), markKey: of('markKey') };
type Notifications = Pick<NotificationsService, 'likedPostColumns' | 'recentLikes'>;

/** Locks a live post until the transaction ends, so that its counters and likes stay as they are. */
export function prepareLockPost(db: Db, { likedPostColumns }: Notifications) {
  const select = db
    .select({
      likeCount: posts.likeCount,
      access: roomAccess(viewerPlaceholders),
      post: likedPostColumns,
    })
    .from(posts)
    .where(and(eq(posts.id, of('postId')), isLive))
    .for('no key update');
  const query = prepare(db, 'lock_liked_post', select);
  return <T>(
    viewer: RoomViewer,
    postId: number,
    read: (row: Awaited<typeof select>[number] | null) => T,
  ): Statement<T> => query({ ...viewer, postId }, ([row]) => read(row ?? null));
}

/** Whether the member likes the post, and what notifications need. Needs the post's lock. */
export function prepareReadLike(db: Db, { recentLikes }: Notifications) {
  const select = db
    .select({
      isLiked: isLikedBy('like', member),
      /** Likes by others than the author and the member, of a post with a name. */
      others: sql<number>`(select count(*) from ${postLikes} where post_id = ${posts.id}
        and member_id <> ${of('memberId')} and member_id is distinct from ${posts.authorId})`,
      recent: recentLikes,
    })
    .from(posts)
    .where(eq(posts.id, of('postId')));
  const query = prepare(db, 'read_like', select);
  return (values: Liker & { likeKey: string; now: Date }) =>
    query({ ...values }, ([row]) => row ?? { isLiked: false, others: 0, recent: 0 });
}

interface Liker extends MarkOwner<number, Buffer> {
  postId: number;
}

interface Step extends Liker {
  /** 1 for the author of the post, whose like is also counted separately; otherwise 0. */
  own: number;
}

/** Both change the counters of a locked post and return its likes; the member did not like it before. */
export function prepareInsertLike(db: Db) {
  const query = prepare<{ likeCount: number }>(
    db,
    'insert_like',
    sql`with liked as (
      insert into ${postLikes} (post_id, member_id, created_at)
      values (${of('postId')}::bigint, ${of('memberId')}::bigint, ${of('createdAt')}::timestamptz)
    ) update ${posts} set like_count = like_count + 1,
        self_like_count = self_like_count + ${of('own')}::integer
      where id = ${of('postId')} returning like_count as "likeCount"`,
  );
  return (step: Step, createdAt: Date) =>
    query({ ...step, createdAt }, ([row]) => row?.likeCount ?? 0);
}

/** The same for an anonymous post, whose likes are sealed. */
export function prepareInsertSealedLike(db: Db) {
  const like = { item: of('postId'), at: of('createdAt'), owner: member };
  const query = prepare<{ likeCount: number }>(
    db,
    'insert_sealed_like',
    sql`with ${insertSealedLike('like', like)} update ${posts} set like_count = like_count + 1
      where id = ${of('postId')} returning like_count as "likeCount"`,
  );
  return (step: Liker, createdAt: Date) =>
    query({ ...step, createdAt }, ([row]) => row?.likeCount ?? 0);
}

export function prepareDeleteLike(db: Db) {
  const query = prepare<{ likeCount: number }>(
    db,
    'delete_like',
    sql`with ${deleteLikes('like', of('postId'), member)}
      update ${posts} set like_count = like_count - ${likesGone},
        self_like_count = self_like_count - ${of('own')}::integer
      where id = ${of('postId')} returning like_count as "likeCount"`,
  );
  return (step: Step) => query({ ...step }, ([row]) => row?.likeCount ?? 0);
}

export async function findAccess(db: Executor, viewer: RoomViewer, postId: number) {
  const [row] = await db
    .select({ access: roomAccess(viewer), isAnonymous: posts.anonymous })
    .from(posts)
    .where(isLivePost(postId));
  return row ?? null;
}

export async function insertScrap(db: Executor, scrap: typeof postScraps.$inferInsert) {
  await db.insert(postScraps).values(scrap).onConflictDoNothing();
}

/** Of an anonymous post. */
export async function insertSealedScrap(
  db: Executor,
  { markKey, postId, at }: Liker & { at: Date },
): Promise<void> {
  await db.execute(insertMarks('scrap', { item: postId, at, markKey }));
}

/** False when there was none. */
export async function deleteScrap(db: Executor, { postId, ...owner }: Liker): Promise<boolean> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with unscrapped as (
      delete from ${postScraps} where post_id = ${postId} and member_id = ${owner.memberId} returning 1
    ), unsealed as (${deleteMark('scrap', postId, owner)} returning 1)
    select (select count(*) from unscrapped) + (select count(*) from unsealed) as n`);
  return Number(rows[0]?.n) > 0;
}
