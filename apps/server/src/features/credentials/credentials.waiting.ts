import type { WaitingSignUp } from '@naru/contract/sign-ups';
import type { Tx } from '../../db/client.ts';
import { deleteLinesOf } from '../../domain/emails/lines-of-people.repo.ts';
import { compareWithRoster } from '../../domain/roster/agreement.ts';
import { findEntries, type RosterRow } from '../../domain/roster/roster.repo.ts';
import { listWaitingSignUps, takeWaiting } from '../../domain/roster/waiting.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { maskEmail } from '../../platform/email/email.ts';
import { AppError, found } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';

/** Sign-ups in one response. */
const SHOWN = 100;

/** Sign-ups that differ from the roster, which staff accept or decline. */
export function createWaitingSignUps(deps: CredentialParts) {
  const { db, live, log, members, audit, emailQueue, emails, notifications } = deps;

  return {
    /** Returns personal data, so every look is recorded in the audit log. */
    list: (actor: Actor): Promise<{ signUps: WaitingSignUp[]; total: number }> =>
      db.transaction(async (tx) => {
        const { rows, total } = await listWaitingSignUps(tx, SHOWN);
        const entries = await findEntries(tx, rows);
        await audit.record(tx, actor, { action: 'sign-up.read', detail: { waiting: total } });
        const signUps = rows.map((row) => {
          const { id, username, name, nickname, email } = row;
          const { entry, differs } = compareWithRoster(row, entries);
          return {
            ...{ id, username, name, nickname, email },
            createdAt: toKst(row.createdAt),
            differs,
            entry: entry && pickShown(entry),
          };
        });
        return { signUps, total };
      }),

    /**
     * Creates the member; one with the number of an open entry joins by it, as the person that staff
     * have recognised. Throws SIGN_UP_NOT_FOUND, DUPLICATE when a value was taken meanwhile.
     */
    async accept(actor: Actor, id: number, reason: string): Promise<void> {
      let taken: { username: string; email: string; nickname: string } | null = null;
      const memberId = await live
        .transaction(async (tx, emit) => {
          const {
            createdAt: _,
            id: __,
            ...account
          } = found(await takeWaiting(tx, id), 'SIGN_UP_NOT_FOUND');
          taken = account;
          const memberId = await members.create(
            tx,
            emit,
            account,
            await findOpenEntry(tx, account),
          );
          await emailQueue.enqueue(tx, emails.signUpAccepted(account.email));
          await notifications.workChanged(tx, emit);
          const record = { action: 'sign-up.accept', targetId: memberId, reason } as const;
          await audit.record(tx, actor, record);
          return memberId;
        })
        .catch(async (error: unknown) => {
          const isTaken = error instanceof AppError && error.code === 'DUPLICATE';
          if (isTaken && taken !== null) refuseDuplicates(await findDuplicates(db, taken, []));
          throw error;
        });
      report(log, 'joined', { memberId });
    },

    /** Erases the sign-up with its lines of the log, and sends the applicant the reason. Throws SIGN_UP_NOT_FOUND. */
    decline: (actor: Actor, id: number, reason: string): Promise<void> =>
      live.transaction(async (tx, emit) => {
        const { email } = found(await takeWaiting(tx, id), 'SIGN_UP_NOT_FOUND');
        await deleteLinesOf(tx, [email]);
        await emailQueue.enqueue(tx, emails.signUpDeclined(email, reason));
        await notifications.workChanged(tx, emit);
        const detail = { email: maskEmail(email) };
        await audit.record(tx, actor, { action: 'sign-up.decline', targetId: id, reason, detail });
      }),
  };

  async function findOpenEntry(tx: Tx, person: { username: string; email: string }) {
    const entries = await findEntries(tx, [person]);
    const own = entries.find(({ username }) => username === person.username);
    return own?.memberId === null ? own : null;
  }
}

function pickShown({ username, name, email, role }: RosterRow) {
  return { username, name, email, role };
}
