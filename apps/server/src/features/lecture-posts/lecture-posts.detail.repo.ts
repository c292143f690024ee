import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lectureAnswers, lectures, members, posts } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { countView } from '../../domain/counting/views.sql.ts';
import { isLive, postPageColumns } from '../../domain/posts/post.sql.ts';
import { answerer, rowColumns } from './lecture-posts.rows.repo.ts';

type Values = Viewer & { lectureId: number; postId: number; day: string };

function selectDetail(db: Db) {
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  const viewer = { memberId, seal: sql.placeholder('seal') };
  const isReadable = and(
    eq(posts.id, sql.placeholder('postId')),
    eq(posts.lectureId, sql.placeholder('lectureId')),
    isLive,
    sql`${roomAccess(viewerPlaceholders)} = 'open'`,
  );
  const { steps, viewCount } = countView(db, isReadable);
  return db
    .with(...steps)
    .select({
      ...rowColumns(viewer),
      ...postPageColumns(viewer),
      viewCount,
      professorId: lectures.professorId,
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
    .where(isReadable);
}

export type LectureDetailRow = Awaited<
  ReturnType<ReturnType<typeof selectDetail>['execute']>
>[number];

/**
 * One prepared statement reads a lecture post and counts the view; null for a missing post, one of
 * another room and a room that is not open to the viewer.
 */
export function prepareReadLecturePost(db: Db) {
  const query = selectDetail(db).prepare('read_lecture_post');
  return async (values: Values): Promise<LectureDetailRow | null> =>
    (await query.execute({ ...values }))[0] ?? null;
}
