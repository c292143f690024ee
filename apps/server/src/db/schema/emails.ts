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
} from 'drizzle-orm/pg-core';
import { bigintId, checkEnum, createdAt, id, instant } from './columns.ts';

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
