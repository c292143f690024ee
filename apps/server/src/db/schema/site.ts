import { type DocumentChange, SITE_DOCUMENTS } from '@naru/contract/document-names';
import { boolean, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/**
 * Published versions of the terms and the privacy policy. Rows are only added, but one that does not hold yet may
 * still change or go.
 */
export const siteDocuments = pgTable(
  'site_documents',
  {
    id: id(),
    document: text('document', { enum: SITE_DOCUMENTS }).notNull(),
    version: text('version').notNull(),
    content: text('content').notNull(),
    /** What changed, as the members read it. */
    note: text('note').notNull(),
    /** Members are asked to agree again. */
    asksConsent: boolean('asks_consent').notNull(),
    publishedBy: bigintId('published_by').references(() => members.id, { onDelete: 'set null' }),
    publishedAt: instant('published_at').notNull(),
    /** The Korean day from which it holds; null: since it was published. */
    effectiveOn: date('effective_on', { mode: 'string' }),
    /** Null before there was a choice. */
    change: text('change').$type<DocumentChange>(),
  },
  (t) => [
    uniqueIndex('site_documents_version_key').on(t.document, t.version),
    checkEnum('site_documents_document_check', t.document, SITE_DOCUMENTS),
  ],
);

/** When the site was on; a server extends the newest run every minute. */
export const siteRuns = pgTable('site_runs', {
  startedAt: instant('started_at').primaryKey(),
  /** The last minute of the run. */
  seenAt: instant('seen_at').notNull(),
  /** For how long the site was off before it. */
  offSeconds: integer('off_seconds').notNull(),
});

/** Rate limit counters, shared by all servers and stored over a restart. */
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

/** Keys of this installation, encrypted with TOKEN_SECRET and useless without it. */
export const wrappedKeys = pgTable('wrapped_keys', {
  name: text('name').primaryKey(),
  wrapped: bytes('wrapped').notNull(),
  createdAt: createdAt(),
});
