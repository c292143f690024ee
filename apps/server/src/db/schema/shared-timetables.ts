import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId, createdAt, partOf } from './columns.ts';
import { friendships } from './friends.ts';
import { members } from './members.ts';

/** Members who show all their friends when they are busy. */
export const timetableOpenings = pgTable('timetable_openings', {
  memberId: bigintId('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
});

/** One side of a friendship shows the other when they are busy; ends with the friendship. */
export const timetableShowings = pgTable(
  'timetable_showings',
  {
    friendshipId: partOf('friendship_id', () => friendships.id),
    memberId: partOf('member_id', () => members.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.friendshipId, t.memberId] }),
    index('timetable_showings_member_idx').on(t.memberId),
  ],
);
