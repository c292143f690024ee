import { FEED_KINDS } from '@naru/contract/feeds';
import { pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, checkEnum, createdAt, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** Addresses by which programs without a login read what their member may read, one for each kind. */
export const feeds = pgTable(
  'feeds',
  {
    memberId: partOf('member_id', () => members.id),
    kind: text('kind', { enum: FEED_KINDS }).notNull(),
    /** SHA-256 of the random part of the address, which is stored nowhere. */
    secretHash: bytes('secret_hash').notNull(),
    createdAt: createdAt(),
    /** To the hour; null: never read. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind] }),
    uniqueIndex('feeds_secret_key').on(t.secretHash),
    checkEnum('feeds_kind_check', t.kind, FEED_KINDS),
  ],
);
