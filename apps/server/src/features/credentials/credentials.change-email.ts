import { ERRORS } from '@naru/contract/errors';
import type { Tx } from '../../db/client.ts';
import { findAddressWait } from '../../domain/access/corrected-addresses.repo.ts';
import { noteFormerOwner } from '../../domain/emails/lines-of-people.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { mayBecomeStudent } from '../../domain/roster/roster.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { hasDomain } from '../../platform/email/email.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { takenError } from './credentials.duplicates.ts';
import { isEmailTaken, updateMember } from './credentials.repo.ts';

interface EmailChange {
  email: string;
  /** Optional when `verify-code` proved the address in the last 10 minutes. */
  code?: string | undefined;
  /** Client address as keyed by the rate limits. */
  address: string;
}

/**
 * Changes the own address to one that was proven for this purpose and notifies the old one. A
 * student domain grants STUDENT unless the mailbox proved another member or the roster does not name
 * the member with it as a student; leaving one revokes nothing. An address that an ADMIN set no longer bars a
 * reset. Throws REAUTH_REQUIRED, EMAIL_UNCHANGED unless it was changed to it in the last 10 minutes,
 * EMAIL_DOMAIN_DENIED, DUPLICATE, VERIFICATION_REQUIRED and the errors of the code.
 */
export function createEmailChange(deps: CredentialParts) {
  const { db, clock, student, sessions, verification, emailQueue, emails } = deps;
  const { live, notifications, events, audit, log } = deps;

  return async (actor: Actor, input: EmailChange): Promise<void> => {
    await db.transaction((tx) => sessions.proof.require(tx, actor));
    const owner = await sessions.getOwner(actor);
    if (input.email === owner.email) {
      if (await isJustChanged(actor, input)) return;
      throw refuse('EMAIL_UNCHANGED');
    }
    if (!hasDomain(input.email, deps.signupDomains, true)) throw refuse('EMAIL_DOMAIN_DENIED');
    if (input.code !== undefined) await verifyCode(actor, input, input.code);
    const isStudent = await live
      .transaction(async (tx, emit) => {
        const isStudent = await change(tx, emit, actor, owner, input);
        await notifications.notify(tx, emit, { kind: 'emailChanged', facts: null, to: [owner.id] });
        return isStudent;
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? takenError('email') : error;
      });
    report(log, 'email changed', { memberId: owner.id });
    if (isStudent) events.emit('access-changed', { memberId: owner.id });
  };

  /** `verify-code` has changed it already, and `set-email` follows. */
  async function isJustChanged(actor: Actor, { email }: EmailChange): Promise<boolean> {
    return (await verification.proofs.ofChange(actor, email).state()) === 'used';
  }

  /** An expired code is fine when its proof still counts. */
  async function verifyCode(actor: Actor, { email, address }: EmailChange, code: string) {
    try {
      await verification.codes.verify(email, code, { actor, flow: null, address });
    } catch (error) {
      const isLate = error instanceof AppError && error.code === 'CODE_EXPIRED';
      if (!isLate || (await verification.proofs.ofChange(actor, email).state()) !== 'open') {
        throw error;
      }
    }
  }

  /** Returns whether STUDENT was granted. */
  async function change(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    owner: { id: number; email: string },
    input: EmailChange,
  ) {
    const { email } = input;
    await sessions.proof.require(tx, actor);
    if (!(await verification.proofs.ofChange(actor, email).use(tx))) {
      throw new AppError('VERIFICATION_REQUIRED');
    }
    if (await isEmailTaken(tx, email)) throw takenError('email');
    await updateMember(tx, owner.id, { email });
    await verification.flows.endAll(tx, owner.id);
    await emailQueue.enqueue(tx, emails.emailChanged(owner.email, email));
    await noteFormerOwner(tx, owner.id, owner.email);
    const isStudent =
      (await mayBecomeStudent(tx, { id: owner.id, email })) &&
      (await student.claim(tx, emit, owner.id, email));
    const self = { memberId: owner.id, address: input.address };
    if ((await findAddressWait(tx, owner.id, clock.now())) !== null) {
      await audit.record(tx, self, { action: 'member.change-email', targetId: owner.id });
    }
    if (!isStudent) return false;
    const detail = { role: 'STUDENT' };
    const entry = { targetId: owner.id, reason: '학교 이메일 인증', detail };
    await audit.record(tx, self, { action: 'role.grant', ...entry });
    return true;
  }
}

function refuse(code: 'EMAIL_UNCHANGED' | 'EMAIL_DOMAIN_DENIED'): AppError {
  return fieldError('email', ERRORS[code].message, code);
}
