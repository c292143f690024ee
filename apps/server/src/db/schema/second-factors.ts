import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** The key of a member's authenticator app: the second factor is on once `enabledAt` is set. */
export const secondFactors = pgTable('second_factors', {
  memberId: partOf('member_id', () => members.id).primaryKey(),
  /** In Base32, encrypted for the member. */
  secret: bytes('secret').notNull(),
  /** The newest time step whose code was accepted: neither it nor an earlier one is again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  begunAt: instant('begun_at').notNull(),
  /** Null until the first code proved that the app has the key. */
  enabledAt: instant('enabled_at'),
});

/** Codes for who lost the app, as keyed hashes. A used one stays until the next set. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: partOf('member_id', () => members.id),
    codeHash: bytes('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.codeHash] })],
);

/** Keys of devices that stand in for a code (WebAuthn). The private half never leaves the device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    /** In Base64url, as the device names it. */
    credentialId: text('credential_id').notNull(),
    /** In COSE form. */
    publicKey: bytes('public_key').notNull(),
    /** Of signatures; some devices stay at 0, of others a lower one locks the passkey. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    /** How the browser reaches the device, as it said. */
    transports: text('transports').array().notNull().default(sql`'{}'`),
    canBeBackedUp: boolean('can_be_backed_up').notNull().default(false),
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    /** By the member. */
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
    /** Since its counter went back: somebody has a copy. It opens nothing until its member removes it. */
    lockedAt: instant('locked_at'),
  },
  (t) => [
    uniqueIndex('passkeys_credential_key').on(t.credentialId),
    index('passkeys_member_idx').on(t.memberId),
  ],
);
