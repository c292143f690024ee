import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import type { RosterState } from '@naru/contract/roster';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';
import type { Executor, Tx } from '../../db/client.ts';
import { deleteLinesOf } from '../../domain/emails/lines-of-people.repo.ts';
import type { RosterRow } from '../../domain/roster/roster.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { hasDomain, maskEmail } from '../../platform/email/email.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { Tools } from '../tools.ts';
import { findAddressProblem } from './roster.plan.ts';
import {
  deleteEntry,
  deleteOldEntries,
  deleteOldWaiting,
  findKnown,
  isOpenEntry,
  listEntries,
  lockEntry,
  lockQueued,
  markRefused,
  updateInvitation,
  wakeInvitations,
} from './roster.repo.ts';

/** The token is in the fragment, which browsers send to no server and no other site. */
function createRosterEmails(names: EmailNames) {
  const template = createEmailTemplate('INVITATION', names);
  return {
    invitation: (to: string, token: string) =>
      template(
        to,
        '회원 가입 초대',
        `${names.site.departmentName} 명부에 등록되어 초대합니다.`,
        '아래 주소를 열어 닉네임과 비밀번호를 정하면 가입이 끝납니다.',
        `${names.publicUrl}/invitation#${token}`,
        '',
        `이 주소는 한 번만 쓸 수 있고 ${LIMITS.invitationDays}일 동안 열립니다. 다른 사람에게 전달하지 말아 주세요.`,
        `잘못 받은 이메일이라면 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}

const DAY = 24 * 60 * 60;
/** E-mails of one run of the job, which runs at once and then every minute: mail servers refuse thousands at once. */
const SENT_AT_ONCE = 60;

const SAME_ADDRESS = '지금과 같은 이메일입니다. 다른 이메일을 입력해 주세요.';

export interface InvitationDeps
  extends Pick<Tools, 'db' | 'clock' | 'seal' | 'emailQueue' | 'emailNames' | 'audit'> {
  signupDomains: readonly string[];
}

type Correction = { email: string; former?: string | undefined };
type EntryQuery = PageQuery & { state?: RosterState | undefined; query?: string | undefined };

/** The roster with its invitations. */
export function createInvitations(deps: InvitationDeps) {
  const { db, clock, seal, emailQueue, emailNames, audit, signupDomains } = deps;
  const emails = createRosterEmails(emailNames);
  const facts = z.object({ id: z.number(), tokenHash: z.string() });
  const linkOf = (about: unknown) => {
    const { id, tokenHash } = z.parse(facts, about);
    return { id, tokenHash: Buffer.from(tokenHash, 'hex') };
  };
  emailQueue.renews(
    'invitation',
    async (about, stored) => ((await isOpenEntry(db, linkOf(about))) ? stored : null),
    (tx, about, at) => markRefused(tx, { ...linkOf(about), at }),
  );
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY);

  return {
    /** Returns personal data, so every page is recorded in the audit log. */
    async list(actor: Actor, query: EntryQuery) {
      return db.transaction(async (tx) => {
        const { page, size, ...filter } = query;
        const { rows, total, states } = await listEntries(tx, filter, rangeOf(query), clock.now());
        const counts: Record<RosterState, number> = {
          QUEUED: 0,
          OPEN: 0,
          FAILED: 0,
          EXPIRED: 0,
          JOINED: 0,
        };
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
        await queue(tx, id);
        await record(tx, actor, 'roster.resend', entry);
      });
    },

    /**
     * Gives the entry another address and sends it a new link; the former one ends. Does nothing for a correction
     * that was made before. Throws ROSTER_ENTRY_NOT_FOUND, ROSTER_JOINED, EDIT_CONFLICT, VALIDATION_FAILED for the
     * same address, EMAIL_DOMAIN_DENIED, DUPLICATE with who has the address.
     */
    async correct(actor: Actor, id: number, { email, former }: Correction): Promise<void> {
      if (!hasDomain(email, signupDomains, true)) {
        throw fieldError('email', ERRORS.EMAIL_DOMAIN_DENIED.message, 'EMAIL_DOMAIN_DENIED');
      }
      const change = db.transaction(async (tx) => {
        const entry = await lockOpen(tx, id);
        if (isCorrected(entry, { email, former })) return;
        const known = await findKnown(tx, seal, [{ ...entry, email }], { isLocked: false });
        const problem = findAddressProblem(entry, email, known);
        if (problem !== null) throw fieldError('email', problem, 'DUPLICATE');
        await queue(tx, id, email);
        await deleteLinesOf(tx, [entry.email]);
        await record(tx, actor, 'roster.correct', entry, email);
      });
      await change.catch((error: unknown) => {
        throw isDuplicate(error) ? fieldError('email', TEXTS.emailTaken, 'DUPLICATE') : error;
      });
    },

    /** Erases the entry. Throws ROSTER_ENTRY_NOT_FOUND, ROSTER_JOINED. */
    async withdraw(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const entry = await lockOpen(tx, id);
        await deleteEntry(tx, id);
        await deleteLinesOf(tx, [entry.email]);
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

  /** Ends the link; the next run of the job makes another one. */
  async function queue(tx: Tx, id: number, email?: string): Promise<void> {
    const link = { tokenHash: null, expiresAt: null, refusedAt: null, queuedAt: clock.now() };
    await updateInvitation(tx, id, { ...link, ...(email !== undefined && { email }) });
    await wakeInvitations(tx);
  }

  /** The link exists in the e-mail only, which leaves while the entry has its hash. */
  async function send(tx: Tx, { id, email }: RosterRow): Promise<void> {
    const token = randomToken();
    const invitedAt = clock.now();
    const expiresAt = addSeconds(invitedAt, LIMITS.invitationDays * DAY);
    const tokenHash = sha256(token);
    const values = { tokenHash, queuedAt: null, invitedAt, expiresAt, refusedAt: null };
    await updateInvitation(tx, id, values);
    const about = { kind: 'invitation', facts: { id, tokenHash: tokenHash.toString('hex') } };
    const options = { usefulUntil: expiresAt, about };
    await emailQueue.enqueue(tx, emails.invitation(email, token), options);
  }

  /** The log cannot be erased, so it stores the address masked. */
  async function record(
    tx: Executor,
    actor: Actor,
    action: 'roster.resend' | 'roster.correct' | 'roster.withdraw',
    { id, role, email }: RosterRow,
    corrected?: string,
  ): Promise<void> {
    const [before, after] = [maskEmail(email), corrected && maskEmail(corrected)];
    const detail = { role, ...(after ? { before, after } : { email: before }) };
    await audit.record(tx, actor, { action, targetId: id, detail });
  }
}

/** Whether the same correction was made before. Throws when another one was, or when nothing would change. */
function isCorrected(entry: RosterRow, { email, former = entry.email }: Correction): boolean {
  if (former !== entry.email) {
    if (email === entry.email) return true;
    throw new AppError('EDIT_CONFLICT');
  }
  if (email === entry.email) throw fieldError('email', SAME_ADDRESS);
  return false;
}
