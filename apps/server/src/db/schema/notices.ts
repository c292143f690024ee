import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

/**
 * A line in somebody's bell. Notices of one group (likes of one post) share a row while it is
 * unread. What is about an anonymous post holds its target sealed: no row joins the post to the
 * member who is told of it (quality AN-31).
 */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    subType: text('sub_type'),
    /** Empty when sealed. */
    content: text('content').notNull(),
    targetUrl: text('target_url'),
    /** Content and target of a notice about an anonymous post, in place of the two above. */
    targetSeal: bytes('target_seal'),
    /** Notices with the same key are grouped while unread; null: never. */
    groupKey: text('group_key'),
    /** How many are grouped in it. */
    count: integer('count').notNull().default(1),
    createdAt: createdAt(),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notices_member_idx').on(t.memberId, t.createdAt.desc(), t.id.desc()),
    index('notices_unread_idx').on(t.memberId).where(sql`${t.readAt} is null`),
    uniqueIndex('notices_group_key')
      .on(t.memberId, t.groupKey)
      .where(sql`${t.readAt} is null and ${t.groupKey} is not null`),
  ],
);

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
