import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, members, posts } from '../../db/schema/index.ts';
import { isWithin, isWrittenWithin } from './stats.repo.ts';

const postColumns = {
  boardType: posts.boardType,
  lectureId: posts.lectureId,
  isAnonymous: posts.anonymous,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
};

interface Page {
  limit: number;
  offset: number;
}

/** Lists posts that are not deleted, newest first. Anonymous ones have no author to join. */
export async function listPostsOf(db: Executor, day: string, { limit, offset }: Page) {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      createdAt: posts.createdAt,
      viewCount: posts.viewCount,
      likeCount: posts.likeCount,
      commentCount: posts.commentCount,
      ...postColumns,
    })
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(postsOf(day))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit)
    .offset(offset);
}

export type TodayPostRow = Awaited<ReturnType<typeof listPostsOf>>[number];

export function countPostsOf(db: Executor, day: string): Promise<number> {
  return db.$count(posts, postsOf(day));
}

/** Lists comments and replies that are not deleted, below posts that are not, newest first. */
export async function listCommentsOf(db: Executor, day: string, { limit, offset }: Page) {
  return (
    db
      .select({
        id: comments.id,
        content: comments.content,
        createdAt: comments.createdAt,
        postId: comments.postId,
        postTitle: posts.title,
        ...postColumns,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .leftJoin(members, eq(members.id, comments.authorId))
      .where(commentsOf(day))
      // On anonymous boards times are truncated to the minute and ids are random, so `position` decides.
      .orderBy(
        desc(comments.createdAt),
        desc(posts.createdAt),
        desc(posts.id),
        desc(comments.position),
      )
      .limit(limit)
      .offset(offset)
  );
}

export type TodayCommentRow = Awaited<ReturnType<typeof listCommentsOf>>[number];

export async function countCommentsOf(db: Executor, day: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(commentsOf(day));
  return row?.total ?? 0;
}

function postsOf(day: string) {
  return isWrittenWithin({ from: day, to: day });
}

function commentsOf(day: string) {
  return and(
    isNull(comments.deletedAt),
    isNull(posts.deletedAt),
    isWithin(comments.createdAt, { from: day, to: day }),
  );
}
