import { type SQL, sql } from 'drizzle-orm';
import { lectures, members, posts } from '../../db/schema/index.ts';
import { lectureAccess } from '../access/room-access.sql.ts';
import type { RoomAccess, RoomViewer } from '../access/room-access.ts';

export interface LectureTagRow {
  id: number;
  title: string;
  professorName: string;
  year: number;
  semester: 1 | 2;
  access: RoomAccess;
}

/** The lecture that the row's post is about; null without one and after its removal. */
export function lectureTag(viewer: RoomViewer): SQL<LectureTagRow | null> {
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
