import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

export const FRIENDSHIP_STATUSES = ['pending', 'accepted', 'declined'] as const;

/** Friendship or request between two members: one row per pair, whichever side asked. */
export const friendships = pgTable(
  'friendships',
  {
    id: id(),
    /** The smaller of the two member ids. */
    lowId: partOf('low_id', () => members.id),
    highId: partOf('high_id', () => members.id),
    requesterId: bigintId('requester_id').notNull(),
    status: text('status', { enum: FRIENDSHIP_STATUSES }).notNull(),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('friendships_pair_key').on(t.lowId, t.highId),
    index('friendships_high_idx').on(t.highId, t.status),
    check('friendships_order_check', sql`${t.lowId} < ${t.highId}`),
    checkEnum('friendships_status_check', t.status, FRIENDSHIP_STATUSES),
  ],
);

export const memberBlocks = pgTable(
  'member_blocks',
  {
    blockerId: partOf('blocker_id', () => members.id),
    blockedId: partOf('blocked_id', () => members.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('member_blocks_blocked_idx').on(t.blockedId),
  ],
);

/**
 * Names that a member blocks in an anonymous thread, by their number: 0 for the author of the post, else
 * that of `anonymous_numbers`. Nothing says who has the name. The member is sealed: who blocks there has often
 * written there.
 */
export const aliasBlocks = pgTable(
  'alias_blocks',
  {
    memberSeal: bytes('member_seal').notNull(),
    postId: partOf('post_id', () => posts.id),
    number: integer('number').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberSeal, t.postId, t.number] }),
    index('alias_blocks_post_idx').on(t.postId),
    check('alias_blocks_number_check', sql`${t.number} >= 0`),
  ],
);
