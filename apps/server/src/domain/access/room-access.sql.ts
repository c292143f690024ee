import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { lectureMarks, lectures, posts } from '../../db/schema/index.ts';
import { holdsRoleFrom } from './roles.sql.ts';
import type { RoomAccess, RoomViewer } from './room-access.ts';
import { lacksRequiredFactor } from './second-factors.repo.ts';

export const viewerPlaceholders = {
  memberId: sql.placeholder('memberId'),
  ownerId: sql.placeholder('ownerId'),
  isStaff: sql.placeholder('isStaff'),
  seal: sql.placeholder('seal'),
  markKey: sql.placeholder('markKey'),
};

/** The `RoomViewer` of the member whose id the column contains. */
export function memberViewer(memberId: SQLWrapper): RoomViewer {
  return {
    memberId,
    ownerId: sql`case when ${holdsRoleFrom(memberId, 'PROFESSOR')} then ${memberId} else 0 end`,
    isStaff: sql`(${holdsRoleFrom(memberId, 'MANAGER')} and not ${lacksRequiredFactor(memberId)})`,
  };
}

/** Access to the lecture room of the row's post; `open` for posts outside rooms. */
export function roomAccess(viewer: RoomViewer): SQL<RoomAccess> {
  // Nested, because Drizzle drops the table names of a selected expression, but not of one inside it.
  return sql<RoomAccess>`(${sql`case when ${posts.lectureId} is null then 'open' else coalesce((
    select ${lectureAccess(viewer)} from ${lectures} where ${lectures.id} = ${posts.lectureId}
  ), 'gone') end`})`;
}

/** Whether the viewer is the professor of the lecture room of the row's post. */
export function isOwnRoom({ ownerId }: Pick<RoomViewer, 'ownerId'>): SQL<boolean> {
  return sql<boolean>`${sql`exists (select 1 from ${lectures} where ${lectures.id} = ${posts.lectureId} and ${lectures.professorId} = ${ownerId})`}`;
}

/** Access to the lecture of a statement that reads `lectures`. Members-only rooms admit staff, the professor and members who marked the lecture. */
export function lectureAccess({ memberId, ownerId, isStaff }: RoomViewer): SQL<RoomAccess> {
  return sql<RoomAccess>`(${sql`case when ${lectures.deletedAt} is not null then 'gone'
    when not ${lectures.membersOnly} or ${isStaff}::boolean
      or coalesce(${lectures.professorId} = ${ownerId}::bigint, false)
      or exists (select 1 from ${lectureMarks} where ${lectureMarks.lectureId} = ${lectures.id}
        and ${lectureMarks.memberId} = ${memberId}::bigint) then 'open'
    else 'closed' end`})`;
}
