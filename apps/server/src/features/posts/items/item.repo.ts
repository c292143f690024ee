import type { BoardType } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import { type SQL, sql } from 'drizzle-orm';
import { attachments, boardHeads, lectures, members, posts } from '../../../db/schema/index.ts';
import { lectureAccess } from '../../../domain/access/room-access.sql.ts';
import type { RoomAccess, RoomViewer } from '../../../domain/access/room-access.ts';
import type { AuthorIdentity } from '../../../domain/authorship/author.ts';
import { marketColumns, postColumns, type RowOf } from '../../../domain/posts/post.sql.ts';
import { teamOfPost } from '../../../domain/teams/teams.sql.ts';

export function itemColumns(viewer: RoomViewer & AuthorIdentity) {
  return {
    ...postColumns(viewer),
    boardType: sql<BoardType>`${posts.boardType}`,
    imageUrls: posts.imageUrls,
    ...marketColumns,
    lectureTag: lectureTag(viewer),
    head: headOfPost,
    team: teamOfPost,
    pinned: posts.pinned,
    expiresAt: posts.expiresAt,
    mustRead: posts.mustRead,
    hasPoll: posts.hasPoll,
    acceptedCommentId: posts.acceptedCommentId,
    hasFiles: sql<boolean>`exists (select 1 from ${attachments} where ${attachments.postId} = ${posts.id})`,
  };
}

export type ItemRow = RowOf<ReturnType<typeof itemColumns>>;

/** Pinned first, then newest first; matches the index of the boards. */
export const boardOrder: SQL = sql`${posts.pinned} desc nulls last, ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

/** The head of the row's post; null without one. */
export const headOfPost: SQL<Head | null> = sql<Head | null>`(${sql`case when ${posts.headId} is not null then (
  select json_build_object('id', ${boardHeads.id}, 'name', ${boardHeads.name})
  from ${boardHeads} where ${boardHeads.id} = ${posts.headId}
) end`})`;

export interface LectureTagRow {
  id: number;
  title: string;
  professorName: string;
  year: number;
  semester: 1 | 2;
  access: RoomAccess;
}

/** The lecture that the row's post is about; null without one and after its removal. */
function lectureTag(viewer: RoomViewer): SQL<LectureTagRow | null> {
  return sql<LectureTagRow | null>`(${sql`case when ${posts.lectureTagId} is not null then (
    select json_build_object('id', ${lectures.id}, 'title', ${lectures.title},
      'professorName', coalesce(${lectures.professorName}, professor.nickname, ''),
      'year', ${lectures.year}, 'semester', ${lectures.semester}, 'access', ${lectureAccess(viewer)})
    from ${lectures}
    left join ${members} professor
      on professor.id = ${lectures.professorId} and professor.withdrawn_at is null
    where ${lectures.id} = ${posts.lectureTagId} and ${lectures.deletedAt} is null
  ) end`})`;
}
