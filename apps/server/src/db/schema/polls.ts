import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { bigintId, bytes, instant } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** The poll of a post with its results, which change in the transaction of a vote. */
export const polls = pgTable(
  'polls',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    options: text('options').array().notNull(),
    optionCount: smallint('option_count').notNull(),
    maxChoices: smallint('max_choices').notNull(),
    isAnonymous: boolean('is_anonymous').notNull(),
    endsAt: instant('ends_at'),
    /** Votes of each option. */
    counts: integer('counts').array().notNull(),
    voterCount: integer('voter_count').notNull().default(0),
  },
  (t) => [
    unique('polls_rules_key').on(t.postId, t.optionCount, t.maxChoices, t.isAnonymous),
    check('polls_option_count_check', sql`${t.optionCount} between 2 and 10`),
    check(
      'polls_options_check',
      sql`cardinality(${t.options}) = ${t.optionCount} and cardinality(${t.counts}) = ${t.optionCount}`,
    ),
    check('polls_max_choices_check', sql`${t.maxChoices} between 1 and ${t.optionCount}`),
    check('polls_counts_check', sql`${t.voterCount} >= 0 and 0 <= all (${t.counts})`),
  ],
);

/**
 * One ballot of a member in a poll, without a time. `voter` is a keyed hash of post and member, which
 * differs from poll to poll; in an anonymous poll nothing else reveals whose it is.
 */
export const pollBallots = pgTable(
  'poll_ballots',
  {
    postId: bigintId('post_id').notNull(),
    voter: bytes('voter').notNull(),
    /** The rules of the poll, which the checks need. */
    optionCount: smallint('option_count').notNull(),
    maxChoices: smallint('max_choices').notNull(),
    isAnonymous: boolean('is_anonymous').notNull(),
    /** Null in an anonymous poll, and for a withdrawn member. */
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** A set of options: bit 0 is the first one. */
    choices: smallint('choices').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.voter] }),
    foreignKey({
      name: 'poll_ballots_poll_fk',
      columns: [t.postId, t.optionCount, t.maxChoices, t.isAnonymous],
      foreignColumns: [polls.postId, polls.optionCount, polls.maxChoices, polls.isAnonymous],
    }).onDelete('cascade'),
    index('poll_ballots_member_idx').on(t.memberId).where(sql`${t.memberId} is not null`),
    check('poll_ballots_member_check', sql`${t.memberId} is null or not ${t.isAnonymous}`),
    check(
      'poll_ballots_choices_check',
      sql`${t.choices} between 1 and (1 << ${t.optionCount}) - 1 and bit_count(${t.choices}::integer::bit(10)) <= ${t.maxChoices}`,
    ),
  ],
);
