import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, instant } from './columns.ts';
import { members } from './members.ts';

/**
 * Counts the events of a member; its row lock puts them in order of commit. Events are stored only
 * for members who listened lately; when one comes back after longer a number is skipped, so that an
 * old place in the stream is known to have missed something.
 */
export const eventStreams = pgTable('event_streams', {
  memberId: bigintId('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  lastSeq: bigintId('last_seq').notNull().default(0),
  /** When a stream of the member was last known to be open. */
  listenedAt: instant('listened_at'),
});

/** Live events of the last hours, for tabs that come back (resume by `seq`). */
export const events = pgTable(
  'events',
  {
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    seq: bigintId('seq').notNull(),
    /** The event as sealed JSON: no dump of the database joins an anonymous post to who is told of it. */
    payload: bytes('payload').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.seq] }),
    index('events_created_idx').on(t.createdAt),
  ],
);
