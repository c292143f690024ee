import { TEAM_KINDS } from '@naru/contract/team-fields';
import { APPLICATION_STATES } from '@naru/contract/teams';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { bigintId, checkEnum, createdAt, instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** What a recruiting post looks for; locked while an application is made or decided. */
export const teams = pgTable(
  'teams',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: TEAM_KINDS }).notNull(),
    places: smallint('places').notNull(),
    /** Korean day. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    roles: text('roles').array().notNull(),
    /** The author closed it, or the last place was taken. */
    isClosed: boolean('is_closed').notNull().default(false),
    /** Applications in the state ACCEPTED. */
    acceptedCount: smallint('accepted_count').notNull().default(0),
  },
  (t) => [
    checkEnum('teams_kind_check', t.kind, TEAM_KINDS),
    check('teams_places_check', sql`${t.places} between 1 and 20`),
    check('teams_accepted_check', sql`${t.acceptedCount} between 0 and ${t.places}`),
    check('teams_roles_check', sql`cardinality(${t.roles}) <= 5`),
  ],
);

/** One row for each member and recruiting post; a withdrawn one is deleted. */
export const teamApplications = pgTable(
  'team_applications',
  {
    postId: partOf('post_id', () => teams.postId),
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Emptied some time after the decision. */
    message: text('message').notNull(),
    state: text('state', { enum: APPLICATION_STATES }).notNull().default('WAITING'),
    createdAt: createdAt(),
    /** When the author decided, or the recruiting ended. */
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.memberId] }),
    index('team_applications_member_idx').on(t.memberId, t.createdAt.desc()),
    index('team_applications_waiting_idx').on(t.postId).where(sql`${t.state} = 'WAITING'`),
    index('team_applications_text_idx').on(t.decidedAt).where(sql`${t.message} <> ''`),
    checkEnum('team_applications_state_check', t.state, APPLICATION_STATES),
    check(
      'team_applications_decided_check',
      sql`(${t.state} = 'WAITING') = (${t.decidedAt} is null)`,
    ),
  ],
);
