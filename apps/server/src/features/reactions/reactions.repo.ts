import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';
import { postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { isLive, isLivePost } from '../../domain/posts/post.sql.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

const of = sql.placeholder;
type Notifications = Pick<NotificationsService, 'likedPostColumns' | 'likesTold'>;

/** Locks a live post until the transaction ends, so that its counters and likes stay as they are. */
export function prepareLockPost(db: Db, { likedPostColumns }: Notifications) {
  const query = db
    .select({
      likeCount: posts.likeCount,
      access: roomAccess(viewerPlaceholders),
      post: likedPostColumns,
    })
    .from(posts)
    .where(and(eq(posts.id, of('postId')), isLive))
    .for('no key update')
    .prepare('lock_liked_post');
  return <T>(
    viewer: RoomViewer,
    postId: number,
    read: (row: Awaited<ReturnType<typeof query.execute>>[number] | null) => T,
  ): Statement<T> => statement(query, { ...viewer, postId }, ([row]) => read(row ?? null));
}

/** Whether the member likes the post, and what notifications need. Needs the post's lock. */
export function prepareReadLike(db: Db, { likesTold }: Notifications) {
  const isOwn = sql`member_id = ${of('memberId')}`;
  const query = db
    .select({
      isLiked: sql<boolean>`exists (select 1 from ${postLikes} where post_id = ${posts.id} and ${isOwn})`,
      /** Likes by others than the author and the member. */
      others: sql<number>`(select count(*) from ${postLikes}
        where post_id = ${posts.id} and not ${isOwn} and member_id is distinct from ${posts.authorId})`,
      told: likesTold,
    })
    .from(posts)
    .where(eq(posts.id, of('postId')))
    .prepare('read_like');
  return (values: { postId: number; memberId: number; likeKey: string; now: Date }) =>
    statement(query, values, ([row]) => row ?? { isLiked: false, others: 0, told: 0 });
}

interface Step {
  postId: number;
  memberId: number;
  /** 1 for the author of the post, whose like is also counted separately; otherwise 0. */
  own: number;
}

/** Both change the counters of a locked post and return its likes; the member did not like it before. */
export function prepareInsertLike(db: Db) {
  const query = prepareSql<{ likeCount: number }>(
    db,
    'insert_like',
    sql`with liked as (
      insert into ${postLikes} (post_id, member_id, created_at)
      values (${of('postId')}::bigint, ${of('memberId')}::bigint, ${of('createdAt')}::timestamptz)
    ) ${countedBy(sql`+`)}`,
  );
  return (step: Step, createdAt: Date) =>
    statement(query, { ...step, createdAt }, ({ rows }) => rows[0]?.likeCount ?? 0);
}

export function prepareDeleteLike(db: Db) {
  const query = prepareSql<{ likeCount: number }>(
    db,
    'delete_like',
    sql`with unliked as (
      delete from ${postLikes} where post_id = ${of('postId')} and member_id = ${of('memberId')}
    ) ${countedBy(sql`-`)}`,
  );
  return (step: Step) => statement(query, { ...step }, ({ rows }) => rows[0]?.likeCount ?? 0);
}

function countedBy(sign: SQL): SQL {
  return sql`update ${posts} set like_count = like_count ${sign} 1,
      self_like_count = self_like_count ${sign} ${of('own')}::integer
    where id = ${of('postId')} returning like_count as "likeCount"`;
}

export async function findAccess(db: Executor, viewer: RoomViewer, postId: number) {
  const [row] = await db
    .select({ access: roomAccess(viewer) })
    .from(posts)
    .where(isLivePost(postId));
  return row ?? null;
}

export async function insertScrap(db: Executor, scrap: typeof postScraps.$inferInsert) {
  await db.insert(postScraps).values(scrap).onConflictDoNothing();
}

export async function deleteScrap(db: Executor, postId: number, memberId: number) {
  const { rowCount } = await db
    .delete(postScraps)
    .where(and(eq(postScraps.postId, postId), eq(postScraps.memberId, memberId)));
  return rowCount === 1;
}
