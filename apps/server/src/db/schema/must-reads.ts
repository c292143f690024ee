import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
} from 'drizzle-orm/pg-core';
import { instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** A notice whose readers confirm that they have read it; the row stays when that ends. */
export const mustReads = pgTable(
  'must_reads',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** As `posts.must_read`, which lists show. */
    isOpen: boolean('is_open').notNull().default(true),
    /** Raised when readers are asked again: confirmations of former rounds no longer count. */
    round: smallint('round').notNull().default(1),
    /** When this round began. */
    askedAt: instant('asked_at').notNull(),
    /** Last Korean day to confirm it; null: none. */
    dueOn: date('due_on', { mode: 'string' }),
  },
  (t) => [
    index('must_reads_asked_idx').on(t.askedAt).where(sql`${t.isOpen}`),
    check('must_reads_round_check', sql`${t.round} >= 1`),
  ],
);

export const mustReadConfirmations = pgTable(
  'must_read_confirmations',
  {
    postId: partOf('post_id', () => mustReads.postId),
    round: smallint('round').notNull(),
    memberId: partOf('member_id', () => members.id),
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.round, t.memberId] }),
    index('must_read_confirmations_member_idx').on(t.memberId, t.confirmedAt),
  ],
);

/** The key allows one reminder a Korean day. */
export const mustReadReminders = pgTable(
  'must_read_reminders',
  {
    postId: partOf('post_id', () => mustReads.postId),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.day] })],
);
