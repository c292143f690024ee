import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

export const VERIFICATION_PURPOSES = ['signup', 'reset', 'change'] as const;

/**
 * A login on one device. Tokens and the device cookie are stored as SHA-256 only. After a rotation
 * the new refresh token stays available for a few seconds, encrypted so that only the old token
 * opens it: a client that lost the response can repeat the request.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    memberId: partOf('member_id', () => members.id),
    deviceHash: bytes('device_hash').notNull(),
    refreshHash: bytes('refresh_hash').notNull(),
    previousHash: bytes('previous_hash'),
    successorBox: bytes('successor_box'),
    rotatedAt: instant('rotated_at'),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** Idle expiry, 14 days after the last refresh, never past `endsAt`. */
    expiresAt: instant('expires_at').notNull(),
    /** Absolute expiry, 30 days after the login. */
    endsAt: instant('ends_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** End of the period in which this session counts as re-authenticated. */
    reauthUntil: instant('reauth_until'),
  },
  (t) => [
    uniqueIndex('sessions_refresh_key').on(t.refreshHash),
    index('sessions_previous_idx').on(t.previousHash),
    index('sessions_member_idx').on(t.memberId, t.deviceHash),
  ],
);

/** A verification code that was sent, and the proof that remains once it was entered. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    /** A code is valid for one purpose only. */
    purpose: text('purpose', { enum: VERIFICATION_PURPOSES }).notNull(),
    email: text('email').notNull(),
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** SHA-256 of the flow cookie that binds a reset or sign-up to one browser. */
    flowHash: bytes('flow_hash'),
    codeHash: bytes('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    replacedAt: instant('replaced_at'),
    verifiedAt: instant('verified_at'),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('verifications_email_idx').on(t.email, t.purpose, t.createdAt),
    checkEnum('verifications_purpose_check', t.purpose, VERIFICATION_PURPOSES),
  ],
);

/** A password reset in progress, bound to one browser. */
export const resetFlows = pgTable('reset_flows', {
  flowHash: bytes('flow_hash').primaryKey(),
  memberId: partOf('member_id', () => members.id),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
});
