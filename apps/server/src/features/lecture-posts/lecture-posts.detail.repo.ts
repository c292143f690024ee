import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { roomDoor } from '../../db/room-doors.ts';
import {
  lectureAnswers,
  lectures,
  members,
  postLikes,
  postScraps,
  posts,
  postViews,
} from '../../db/schema/index.ts';
import {
  answerer,
  isLive,
  type LecturePostRow,
  rolesOf,
  rowColumns,
} from './lecture-posts.rows.repo.ts';

export interface LectureDetailRow extends LecturePostRow {
  content: string;
  imageUrls: string[];
  professorId: number | null;
  isLike: boolean;
  isScrapped: boolean;
  answer: string | null;
  answerUpdatedAt: Date | null;
  answererId: number | null;
  answererNickname: string | null;
  answererImageUrl: string | null;
  answererWithdrawnAt: Date | null;
  answererRoles: string[];
}

interface Values {
  lectureId: number;
  postId: number;
  memberId: number;
  ownerId: number;
  isStaff: boolean;
  seal: Buffer;
  day: string;
}

/**
 * Prepared: reads a post of a room and counts the view as boards do, once per member and day, never
 * the author's own but for anonymous ones (quality AN-32). Only for those whom the room lets in.
 */
export function prepareReadLecturePost(db: Db) {
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  const viewer = { memberId, seal: sql.placeholder('seal') };
  const isReadable = and(
    eq(posts.id, sql.placeholder('postId')),
    eq(posts.lectureId, sql.placeholder('lectureId')),
    isLive,
    sql`${roomDoor({
      memberId: sql.placeholder('memberId'),
      ownerId: sql.placeholder('ownerId'),
      isStaff: sql.placeholder('isStaff'),
    })} = 'open'`,
  );
  const seen = db.$with('seen').as(
    db
      .insert(postViews)
      .select((qb) =>
        qb
          .select({
            postId: posts.id,
            memberId: sql<number>`${memberId}`.as('member_id'),
            day: sql<string>`${sql.placeholder('day')}::date`.as('day'),
          })
          .from(posts)
          .where(and(isReadable, sql`${posts.authorId} is distinct from ${memberId}`)),
      )
      .onConflictDoNothing()
      .returning({ postId: postViews.postId }),
  );
  const counted = db.$with('counted').as(
    db
      .update(posts)
      .set({ viewCount: sql`${posts.viewCount} + 1` })
      .where(sql`${posts.id} in (select post_id from seen)`)
      .returning({ views: sql<number>`${posts.viewCount}`.as('views') }),
  );
  const query = db
    .with(seen, counted)
    .select({
      ...rowColumns(viewer),
      viewCount: sql<number>`coalesce((select views from counted), ${posts.viewCount})`,
      content: posts.content,
      imageUrls: posts.imageUrls,
      professorId: lectures.professorId,
      isLike: sql<boolean>`exists (select 1 from ${postLikes} where ${postLikes.postId} = ${posts.id} and ${postLikes.memberId} = ${memberId})`,
      isScrapped: sql<boolean>`exists (select 1 from ${postScraps} where ${postScraps.postId} = ${posts.id} and ${postScraps.memberId} = ${memberId})`,
      answer: lectureAnswers.content,
      answerUpdatedAt: lectureAnswers.updatedAt,
      answererId: answerer.id,
      answererNickname: answerer.nickname,
      answererImageUrl: answerer.profileImageUrl,
      answererWithdrawnAt: answerer.withdrawnAt,
      answererRoles: rolesOf(lectureAnswers.authorId),
    })
    .from(posts)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .leftJoin(members, eq(members.id, posts.authorId))
    .leftJoin(lectureAnswers, eq(lectureAnswers.postId, posts.id))
    .leftJoin(answerer, eq(answerer.id, lectureAnswers.authorId))
    .where(isReadable)
    .prepare('read_lecture_post');

  /** The post, or null when it is not there, not of that room, or not for this reader. */
  return async (values: Values): Promise<LectureDetailRow | null> => {
    const [row] = await query.execute({ ...values });
    return row ?? null;
  };
}
