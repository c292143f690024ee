import type { Standing } from '@naru/contract/notice-groups';
import { ROLES } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';

/** The row of a withdrawn member stays for its content; personal fields are erased. */
export const members = pgTable(
  'members',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    /** In NFC. */
    nickname: text('nickname').notNull(),
    /** Real name: visible to the member and to ADMIN only. */
    name: text('name').notNull(),
    intro: text('intro').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** URL of the profile picture, `/files/...`. */
    profileImageUrl: text('profile_image_url'),
    emailPublic: boolean('email_public').notNull().default(false),
    /** Year of study, 1 to 4, as the member stated it; null: not stated. */
    studyYear: smallint('study_year'),
    /** Academic year in which it was stated; it holds until that year ends. */
    studyYearOf: smallint('study_year_of'),
    /** What the department says of the member; null: studies, or is not known. */
    standing: text('standing').$type<Standing>(),
    major: text('major'),
    suspendedUntil: instant('suspended_until'),
    suspendedReason: text('suspended_reason'),
    withdrawnAt: instant('withdrawn_at'),
    /** Until the first visit is over, which asks for the year of study and the like. */
    isNew: boolean('is_new').notNull().default(false),
    /** Created with the demo content; its password is public. */
    isDemo: boolean('is_demo').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('members_username_key').on(t.username),
    uniqueIndex('members_email_key').on(t.email),
    uniqueIndex('members_nickname_key').on(sql`lower(${t.nickname})`),
    index('members_nickname_pairs_idx')
      .using('gin', sql`letter_pairs(${t.nickname})`)
      .with({ fastupdate: false }),
    check('members_study_year_check', sql`${t.studyYear} between 1 and 4`),
    check(
      'members_study_year_of_check',
      sql`num_nulls(${t.studyYear}, ${t.studyYearOf}) in (0, 2)`,
    ),
  ],
);

export const memberRoles = pgTable(
  'member_roles',
  {
    memberId: partOf('member_id', () => members.id),
    role: text('role', { enum: ROLES }).notNull(),
    grantedAt: instant('granted_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.role] }),
    checkEnum('member_roles_role_check', t.role, ROLES),
  ],
);

/**
 * School addresses that proved a member to be a student, as keyed hashes. A claim stays when the
 * member changes the address, and ends with the account.
 */
export const studentClaims = pgTable(
  'student_claims',
  {
    addressHash: bytes('address_hash').primaryKey(),
    memberId: partOf('member_id', () => members.id),
    claimedAt: instant('claimed_at').notNull().defaultNow(),
  },
  (t) => [index('student_claims_member_idx').on(t.memberId)],
);

export const memberConsents = pgTable(
  'member_consents',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    document: text('document').notNull(),
    version: text('version').notNull(),
    agreedAt: instant('agreed_at').notNull().defaultNow(),
  },
  (t) => [index('member_consents_member_idx').on(t.memberId)],
);

/** When a member was last here, and the warnings since then that the account will be erased. */
export const accountUses = pgTable('account_uses', {
  memberId: partOf('member_id', () => members.id).primaryKey(),
  lastUsedOn: date('last_used_on', { mode: 'string' }).notNull(),
  /** When the mail server took them, by the clock of the database. */
  firstWarnedAt: instant('first_warned_at'),
  lastWarnedAt: instant('last_warned_at'),
});
