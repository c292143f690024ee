import { ERRORS } from '@naru/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { type AppError, fieldError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import type { Live } from '../../platform/live/live.ts';
import { type EventLog, report } from '../../platform/security-events.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CredentialMails } from './credentials.emails.ts';
import { updatePasswordHash } from './credentials.repo.ts';
import { type PasswordPolicy, refuseWeak } from './password-policy.ts';

interface Deps {
  hashing: Hashing;
  policy: PasswordPolicy;
  sessions: SessionsService;
  verification: Pick<VerificationService, 'flows'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: CredentialMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

/**
 * Changes the own password: the session of the call stays, without its proof, all others end, and
 * the member is told by mail and notice. Of several at once with the
 * same current password one wins. Throws PASSWORD_INCORRECT, PASSWORD_WEAK, LOGIN_THROTTLED,
 * UNAVAILABLE.
 */
export function createPasswordChange(deps: Deps) {
  const { hashing, policy, sessions, verification, emailQueue, mails } = deps;
  const { live, notices, events, log } = deps;

  return async (actor: Actor, input: { currentPassword: string; newPassword: string }) => {
    const owner = await sessions.proof.check(actor, input.currentPassword);
    if (owner === null) throw refusal();
    refuseWeak(policy(input.newPassword, owner), 'newPassword');
    const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
    await live.transaction(async (tx, emit) => {
      if ((await sessions.lockMember(tx, owner.id)) !== owner.passwordHash) throw refusal();
      await updatePasswordHash(tx, owner.id, passwordHash);
      await sessions.endOthers(tx, actor);
      await sessions.forgetProof(tx, actor);
      await verification.flows.endAll(tx, owner.id);
      await sessions.forgetFailures(tx, owner.username);
      await emailQueue.enqueue(tx, mails.passwordChangedByOwner(owner.email));
      await notices.notify(tx, emit, { kind: 'passwordChanged', facts: null, to: [owner.id] });
    });
    report(log, 'password changed', { memberId: owner.id });
    events.emit('access-changed', { memberId: owner.id });
  };
}

/** A 401 that is no reason to log out: its code is none of the tokens'. */
function refusal(): AppError {
  const code = 'PASSWORD_INCORRECT';
  return fieldError('currentPassword', ERRORS[code].message, code);
}
