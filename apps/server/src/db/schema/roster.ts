import type { Standing } from '@naru/contract/notice-groups';
import { ROSTER_ROLES } from '@naru/contract/roster';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bigintId,
  bytes,
  checkEnum,
  createdAt,
  id,
  instant,
  partOf,
  requiredRef,
} from './columns.ts';
import { memberRoles, members } from './members.ts';

const STORED_ROLES = ROSTER_ROLES as [(typeof ROSTER_ROLES)[number]];

/** Who somebody is, as a file or a sign-up says it. */
const personColumns = () => ({
  username: text('username').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
});

const rosterRole = () => text('role', { enum: STORED_ROLES }).notNull();

/**
 * People whom the department named: an invitation until they join, then what they joined by. A link
 * is stored as SHA-256 only.
 */
export const rosterEntries = pgTable(
  'roster_entries',
  {
    id: id(),
    ...personColumns(),
    role: rosterRole(),
    studyYear: smallint('study_year'),
    /** Academic year of `studyYear`. */
    studyYearOf: smallint('study_year_of'),
    /** As in `members`. */
    standing: text('standing').$type<Standing>(),
    major: text('major'),
    /** The member who joined; null: not yet. */
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash'),
    /** Since when the e-mail waits to be sent; null: it does not. */
    queuedAt: instant('queued_at'),
    invitedAt: instant('invited_at'),
    expiresAt: instant('expires_at'),
    /** When the mail server refused the address for the link; null: it did not. */
    refusedAt: instant('refused_at'),
    /** When a file last named the person. */
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [
    uniqueIndex('roster_entries_username_key').on(t.username),
    uniqueIndex('roster_entries_email_key').on(t.email),
    uniqueIndex('roster_entries_token_key').on(t.tokenHash),
    uniqueIndex('roster_entries_member_key').on(t.memberId),
    index('roster_entries_queue_idx').on(t.queuedAt, t.id).where(sql`${t.queuedAt} is not null`),
    checkEnum('roster_entries_role_check', t.role, ROSTER_ROLES),
    check('roster_entries_study_year_check', sql`${t.studyYear} between 1 and 4`),
    check(
      'roster_entries_study_year_of_check',
      sql`num_nulls(${t.studyYear}, ${t.studyYearOf}) in (0, 2)`,
    ),
  ],
);

/** Files of people that were applied, so that a repeated request applies nothing. */
export const rosterImports = pgTable(
  'roster_imports',
  {
    id: id(),
    clientId: text('client_id'),
    actorId: requiredRef('actor_id', () => members.id),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('roster_imports_client_key').on(t.actorId, t.clientId)],
);

/** Sign-ups that differ from the roster: no members until staff accept them. */
export const waitingSignUps = pgTable(
  'waiting_sign_ups',
  {
    id: id(),
    ...personColumns(),
    nickname: text('nickname').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Versions of the documents agreed to, by document. */
    consents: jsonb('consents').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('waiting_sign_ups_email_key').on(t.email),
    uniqueIndex('waiting_sign_ups_nickname_key').on(sql`lower(${t.nickname})`),
    index('waiting_sign_ups_username_idx').on(t.username),
  ],
);

/** Roles that end by themselves; a revoked role takes its end along. */
export const roleEnds = pgTable(
  'role_ends',
  {
    memberId: bigintId('member_id').notNull(),
    role: rosterRole(),
    /** Last Korean day on which the member has the role. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** The ADMIN who set it, and why. */
    setBy: partOf('set_by', () => members.id),
    reason: text('reason').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.role] }),
    foreignKey({
      name: 'role_ends_member_role_fk',
      columns: [t.memberId, t.role],
      foreignColumns: [memberRoles.memberId, memberRoles.role],
    }).onDelete('cascade'),
    index('role_ends_last_day_idx').on(t.lastDay),
    checkEnum('role_ends_role_check', t.role, ROSTER_ROLES),
  ],
);
