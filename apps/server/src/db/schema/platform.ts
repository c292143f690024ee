import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, id, instant } from './columns.ts';

/** Mails that are not sent yet; a job of graphile-worker delivers each and deletes it. */
export const mailQueue = pgTable('mail_queue', {
  id: id(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** Not sent after this instant: the code in it is dead. */
  usefulUntil: instant('useful_until'),
  createdAt: createdAt(),
});

/** Counters of guesses and sends; shared by all servers and kept over a restart. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull().default(0),
    windowEndsAt: instant('window_ends_at').notNull(),
    /** Refused until then. */
    blockedUntil: instant('blocked_until'),
  },
  (t) => [index('throttles_window_idx').on(t.windowEndsAt)],
);

/** Switches an ADMIN sets. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Keys of this installation, wrapped under TOKEN_SECRET: a dump without that secret opens nothing. */
export const wrappedKeys = pgTable('wrapped_keys', {
  name: text('name').primaryKey(),
  wrapped: bytes('wrapped').notNull(),
  createdAt: createdAt(),
});

/**
 * What staff did to content or people. Rows are only ever added: triggers refuse every UPDATE,
 * DELETE and TRUNCATE, and give each row its number and its link of the chain.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: bigintId('actor_id').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: bigintId('target_id').notNull(),
    reason: text('reason'),
    /** Before and after, where something was changed. */
    detail: jsonb('detail'),
    /** Network address of the actor. */
    address: text('address'),
    createdAt: createdAt(),
    /** SHA-256 of the former row's hash and this row: a row changed behind the triggers' back shows. */
    hash: bytes('hash').notNull().default(sql`''::bytea`),
  },
  (t) => [
    index('audit_entries_created_idx').on(t.createdAt),
    index('audit_entries_actor_idx').on(t.actorId, t.createdAt.desc()),
    index('audit_entries_target_idx').on(t.targetType, t.targetId),
  ],
);
