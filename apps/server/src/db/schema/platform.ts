import { SITE_DOCUMENTS } from '@naru/contract/document-names';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

/** E-mails that are not sent yet; a graphile-worker job delivers each and deletes it. */
export const emailQueue = pgTable('email_queue', {
  id: id(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** What the e-mail is about, as `kind` and `facts`, by which it is written or looked at again before each try. */
  about: jsonb('about'),
  /** The same as HTML; null for e-mails of text alone. */
  html: text('html'),
  /** Where a POST stops e-mails of this kind (RFC 8058); null for those that members cannot stop. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** The e-mail is dropped after this instant because the code in it has expired. */
  usefulUntil: instant('useful_until'),
  createdAt: createdAt(),
});

/** Rate limit counters, shared by all servers and kept over a restart. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull().default(0),
    windowEndsAt: instant('window_ends_at').notNull(),
    /** Requests are refused until then. */
    blockedUntil: instant('blocked_until'),
  },
  (t) => [index('throttles_window_idx').on(t.windowEndsAt)],
);

/** When the site was on; a server extends the newest run every minute. */
export const siteRuns = pgTable('site_runs', {
  startedAt: instant('started_at').primaryKey(),
  /** The last minute of the run. */
  seenAt: instant('seen_at').notNull(),
  /** For how long the site was off before it. */
  offSeconds: integer('off_seconds').notNull(),
});

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Published versions of the terms and the privacy policy; rows are only added. */
export const siteDocuments = pgTable(
  'site_documents',
  {
    id: id(),
    document: text('document', { enum: SITE_DOCUMENTS }).notNull(),
    version: text('version').notNull(),
    content: text('content').notNull(),
    /** What changed, as told to the members. */
    note: text('note').notNull(),
    /** Members are asked to agree again. */
    asksConsent: boolean('asks_consent').notNull(),
    publishedBy: bigintId('published_by').references(() => members.id, { onDelete: 'set null' }),
    publishedAt: instant('published_at').notNull(),
  },
  (t) => [
    uniqueIndex('site_documents_version_key').on(t.document, t.version),
    checkEnum('site_documents_document_check', t.document, SITE_DOCUMENTS),
  ],
);

/** Keys of this installation, encrypted with TOKEN_SECRET and useless without it. */
export const wrappedKeys = pgTable('wrapped_keys', {
  name: text('name').primaryKey(),
  wrapped: bytes('wrapped').notNull(),
  createdAt: createdAt(),
});

/**
 * Staff actions on content or members. Append-only: triggers refuse every UPDATE, DELETE and
 * TRUNCATE, and give each row its number and its chain link.
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
    /** Values before and after a change. */
    detail: jsonb('detail'),
    /** Network address of the actor. */
    address: text('address'),
    createdAt: createdAt(),
    /** SHA-256 of the previous hash and this row: reveals a change behind the triggers. */
    hash: bytes('hash').notNull().default(sql`''::bytea`),
  },
  (t) => [
    index('audit_entries_created_idx').on(t.createdAt),
    index('audit_entries_actor_idx').on(t.actorId, t.createdAt.desc()),
    index('audit_entries_target_idx').on(t.targetType, t.targetId),
  ],
);
