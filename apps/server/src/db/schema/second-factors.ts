import { bigint, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, instant, partOf } from './columns.ts';
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
