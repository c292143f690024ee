import { PETITION_ADDRESSEES } from '@naru/contract/petition-bodies';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** A post of the board of petitions, with its rules and what has come of it. */
export const petitions = pgTable(
  'petitions',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    addressee: text('addressee', { enum: PETITION_ADDRESSEES }).notNull(),
    threshold: integer('threshold').notNull(),
    answerDays: integer('answer_days').notNull(),
    /** Last Korean day to sign. */
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    signatureCount: integer('signature_count').notNull().default(0),
    /** When the threshold was reached, after which no signature comes or goes. */
    reachedAt: instant('reached_at'),
    /** Korean day by which the answer is owed. */
    owedOn: date('owed_on', { mode: 'string' }),
    /** Time of the first answer. */
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    endedAs: text('ended_as', { enum: ['WITHDRAWN', 'CLOSED'] }),
    closeReason: text('close_reason'),
    /** The last deadline of which those concerned were notified. */
    notifiedOn: date('notified_on', { mode: 'string' }),
  },
  (t) => [
    index('petitions_collecting_idx')
      .on(t.endsOn)
      .where(sql`${t.reachedAt} is null and ${t.endedAt} is null`),
    index('petitions_owed_idx')
      .on(t.owedOn)
      .where(sql`${t.reachedAt} is not null and ${t.answeredAt} is null and ${t.endedAt} is null`),
    checkEnum('petitions_addressee_check', t.addressee, PETITION_ADDRESSEES),
    checkEnum('petitions_ended_as_check', t.endedAs, ['WITHDRAWN', 'CLOSED']),
    check('petitions_counts_check', sql`${t.signatureCount} >= 0 and ${t.threshold} >= 1`),
    check('petitions_owed_check', sql`(${t.reachedAt} is null) = (${t.owedOn} is null)`),
    check('petitions_answered_check', sql`${t.answeredAt} is null or ${t.reachedAt} is not null`),
    check('petitions_ended_check', sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
  ],
);

/**
 * A signature, without a time. `signer` is the member encrypted beside the petition: deterministic, so that
 * the key allows one each, and different in each petition.
 */
export const petitionSignatures = pgTable(
  'petition_signatures',
  {
    postId: partOf('post_id', () => petitions.postId),
    signer: bytes('signer').notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.signer] })],
);

/** Answers are added, never changed: the newest counts. */
export const petitionAnswers = pgTable(
  'petition_answers',
  {
    id: id(),
    postId: partOf('post_id', () => petitions.postId),
    /** Who wrote it for the body; null once the account is deleted. Shown to nobody. */
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'set null' }),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('petition_answers_post_idx').on(t.postId, t.id.desc()),
    index('petition_answers_member_idx').on(t.memberId).where(sql`${t.memberId} is not null`),
  ],
);
