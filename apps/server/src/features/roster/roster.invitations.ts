import { LIMITS } from '@naru/contract/limits';
import type { RosterState } from '@naru/contract/roster';
import * as z from 'zod/mini';
import type { Executor, Tx } from '../../db/client.ts';
import type { RosterRow } from '../../domain/roster/roster.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { maskEmail } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import { found } from '../../platform/found.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { Tools } from '../../tools.ts';
import { createRosterEmails } from './roster.emails.ts';
import {
  deleteEntry,
  deleteOldEntries,
  deleteOldWaiting,
  isOpenEntry,
  listEntries,
  lockEntry,
  lockQueued,
  updateInvitation,
  wakeInvitations,
} from './roster.repo.ts';

const DAY = 24 * 60 * 60;
/** E-mails of one run of the job, which runs at once and then every minute: mail servers refuse thousands at once. */
const SENT_AT_ONCE = 60;

export type InvitationDeps = Pick<Tools, 'db' | 'clock' | 'emailQueue' | 'emailNames' | 'audit'>;

type EntryQuery = PageQuery & { state?: RosterState | undefined; query?: string | undefined };

/** The roster with its invitations. */
export function createInvitations({ db, clock, emailQueue, emailNames, audit }: InvitationDeps) {
  const emails = createRosterEmails(emailNames);
  const facts = z.object({ id: z.number(), tokenHash: z.string() });
  emailQueue.renews('invitation', async (about, stored) => {
    const { id, tokenHash } = z.parse(facts, about);
    return (await isOpenEntry(db, id, Buffer.from(tokenHash, 'hex'))) ? stored : null;
  });
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY);

  return {
    /** Returns personal data, so every page is recorded in the audit log. */
    async list(actor: Actor, query: EntryQuery) {
      return db.transaction(async (tx) => {
        const { page, size, ...filter } = query;
        const { rows, total, states } = await listEntries(tx, filter, rangeOf(query), clock.now());
        const counts: Record<RosterState, number> = { QUEUED: 0, OPEN: 0, EXPIRED: 0, JOINED: 0 };
        for (const one of states) counts[one.state] = one.total;
        const detail = { ...(filter.state && { state: filter.state }), page, rows: rows.length };
        await audit.record(tx, actor, { action: 'roster.read', detail });
        return {
          entries: rows.map(({ invitedAt, expiresAt, ...entry }) => ({
            ...entry,
            invitedAt: invitedAt && toKst(invitedAt),
            expiresAt: expiresAt && toKst(expiresAt),
          })),
          page: pageInfo({ page, size }, total),
          counts,
        };
      });
    },

    /** Ends the link and queues an e-mail with another one. Throws ROSTER_ENTRY_NOT_FOUND, ROSTER_JOINED. */
    async resend(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const entry = await lockOpen(tx, id);
        const queuedAt = clock.now();
        await updateInvitation(tx, id, { tokenHash: null, expiresAt: null, queuedAt });
        await wakeInvitations(tx);
        await record(tx, actor, 'roster.resend', entry);
      });
    },

    /** Erases the entry. Throws ROSTER_ENTRY_NOT_FOUND, ROSTER_JOINED. */
    async withdraw(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const entry = await lockOpen(tx, id);
        await deleteEntry(tx, id);
        await record(tx, actor, 'roster.withdraw', entry);
      });
    },

    /** Sends the e-mails that have waited longest, some at a time; returns how many. */
    sendDue: (): Promise<number> =>
      db.transaction(async (tx) => {
        const waiting = await lockQueued(tx, SENT_AT_ONCE);
        for (const entry of waiting) await send(tx, entry);
        return waiting.length;
      }),

    /** Erases who never joined and who waits for nobody's decision; returns how many. */
    erase: async () => ({
      roster: await deleteOldEntries(db, daysAgo(LIMITS.rosterDays)),
      waitingSignUps: await deleteOldWaiting(db, daysAgo(LIMITS.waitingDays)),
    }),
  };

  async function lockOpen(tx: Tx, id: number): Promise<RosterRow> {
    const entry = found(await lockEntry(tx, id), 'ROSTER_ENTRY_NOT_FOUND');
    if (entry.memberId !== null) throw new AppError('ROSTER_JOINED');
    return entry;
  }

  /** The link exists in the e-mail only, which leaves while the entry has its hash. */
  async function send(tx: Tx, { id, email }: RosterRow): Promise<void> {
    const token = randomToken();
    const invitedAt = clock.now();
    const expiresAt = addSeconds(invitedAt, LIMITS.invitationDays * DAY);
    const tokenHash = sha256(token);
    const values = { tokenHash, queuedAt: null, invitedAt, expiresAt };
    await updateInvitation(tx, id, values);
    const about = { kind: 'invitation', facts: { id, tokenHash: tokenHash.toString('hex') } };
    const options = { usefulUntil: expiresAt, about };
    await emailQueue.enqueue(tx, emails.invitation(email, token), options);
  }

  /** The log cannot be erased, so it keeps the address masked. */
  async function record(
    tx: Executor,
    actor: Actor,
    action: 'roster.resend' | 'roster.withdraw',
    { id, role, email }: RosterRow,
  ): Promise<void> {
    const detail = { role, email: maskEmail(email) };
    await audit.record(tx, actor, { action, targetId: id, detail });
  }
}
