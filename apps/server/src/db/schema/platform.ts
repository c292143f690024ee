import { SITE_DOCUMENTS } from '@naru/contract/document-names';
import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
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
  /** Its line in the log, which may be erased before; null for e-mails that are not logged. */
  logId: bigintId('log_id'),
  createdAt: createdAt(),
});

/** To whom e-mails went in the last 30 days and what became of them, without their content. */
export const emailLog = pgTable(
  'email_log',
  {
    id: id(),
    recipient: text('recipient').notNull(),
    kind: text('kind', { enum: EMAIL_KINDS }).notNull(),
    state: text('state', { enum: EMAIL_STATES }).notNull(),
    /** What the last try failed with, such as `550 5.1.1`. */
    reply: text('reply'),
    /** The reply to the last try may be about the e-mail alone or about everything that this site sends. */
    isUnclear: boolean('is_unclear').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    triedAt: instant('tried_at'),
    /** Who had the address until it was changed; not of e-mails to addresses that are in use. */
    formerOwnerId: bigintId('former_owner_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('email_log_faults_idx').on(t.triedAt).where(sql`${t.isUnclear} or ${t.state} = 'FAILED'`),
    index('email_log_recipient_idx').on(t.recipient, t.id),
    index('email_log_state_idx').on(t.state, t.id),
    index('email_log_created_idx').on(t.createdAt),
    checkEnum('email_log_kind_check', t.kind, EMAIL_KINDS),
    checkEnum('email_log_state_check', t.state, EMAIL_STATES),
  ],
);

/** One row: whether the mail server takes e-mails, as the tries of all servers found it. */
export const emailServer = pgTable(
  'email_server',
  {
    id: smallint('id').primaryKey().default(1),
    acceptedAt: instant('accepted_at'),
    /** The first try that failed by the server's fault since then; null while e-mails get through. */
    failingSince: instant('failing_since'),
    /** The last such try. */
    failedAt: instant('failed_at'),
  },
  (t) => [check('email_server_id_check', sql`${t.id} = 1`)],
);

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
    /** What changed, as the members read it. */
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
