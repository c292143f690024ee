import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, id, instant, requiredRef } from './columns.ts';
import { members } from './members.ts';

/** Keys with which programs of others post notices; retained after their end, for the list and the audit log. */
export const serviceKeys = pgTable(
  'service_keys',
  {
    id: id(),
    /** Also the source of the articles: keys of one name continue each other. */
    name: text('name').notNull(),
    /** First characters of the key, by which people tell keys apart. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the whole key, which is random and stored nowhere. */
    keyHash: bytes('key_hash').notNull(),
    createdBy: requiredRef('created_by', () => members.id),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
    uses: integer('uses').notNull().default(0),
    revokedAt: instant('revoked_at'),
    revokedBy: bigintId('revoked_by').references(() => members.id),
  },
  (t) => [
    uniqueIndex('service_keys_hash_key').on(t.keyHash),
    check('service_keys_name_check', sql`${t.name} <> ''`),
  ],
);
