import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/**
 * Last event number per member; its row lock puts events in commit order. Events are stored only
 * for members who listened recently. When a member returns after a longer time one number is
 * skipped, so that a resume from an old cursor is recognised as incomplete.
 */
export const eventStreams = pgTable('event_streams', {
  memberId: bigintId('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  lastSeq: bigintId('last_seq').notNull().default(0),
  /** When an open stream of the member was last recorded. */
  listenedAt: instant('listened_at'),
});

/** Live events of the last hours, for streams that resume (by `seq`). */
export const events = pgTable(
  'events',
  {
    memberId: partOf('member_id', () => members.id),
    seq: bigintId('seq').notNull(),
    /** Sealed JSON: a database dump does not link an anonymous post to its recipients. */
    payload: bytes('payload').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.seq] }),
    index('events_created_idx').on(t.createdAt),
  ],
);
