import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** Accounts at a sign-in provider that open an account here. The provider never names one subject twice. */
export const linkedIdentities = pgTable(
  'linked_identities',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    /** Address of the provider, without a slash at its end. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('linked_identities_subject_key').on(t.issuer, t.subject),
    uniqueIndex('linked_identities_member_key').on(t.memberId, t.issuer),
  ],
);
