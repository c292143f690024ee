import { ERRORS } from '@naru/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { type AppError, fieldError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import type { Live } from '../../platform/live/live.ts';
import { type EventLog, report } from '../../platform/security-events.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CredentialEmails } from './credentials.emails.ts';
import { updatePasswordHash } from './credentials.repo.ts';
import { type PasswordPolicy, refuseWeak } from './password-policy.ts';

interface Deps {
  hashing: Hashing;
  policy: PasswordPolicy;
  sessions: SessionsService;
  verification: Pick<VerificationService, 'flows'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  emails: CredentialEmails;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

/**
 * Changes the own password: keeps the current session, without its proof, ends all others and
 * notifies the member by e-mail and bell. One of several parallel changes wins. Throws
 * PASSWORD_INCORRECT, PASSWORD_WEAK, LOGIN_THROTTLED, UNAVAILABLE.
 */
export function createPasswordChange(deps: Deps) {
  const { hashing, policy, sessions, verification, emailQueue, emails } = deps;
  const { live, notifications, events, log } = deps;

  return async (actor: Actor, input: { currentPassword: string; newPassword: string }) => {
    const owner = await sessions.proof.check(actor, input.currentPassword);
    if (owner === null) throw refusal();
    refuseWeak(policy(input.newPassword, owner), 'newPassword');
    const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
    await live.transaction(async (tx, emit) => {
      if ((await sessions.lockMember(tx, owner.id)) !== owner.passwordHash) throw refusal();
      await updatePasswordHash(tx, owner.id, passwordHash);
      await sessions.endOthers(tx, actor);
      await sessions.clearProof(tx, actor);
      await verification.flows.endAll(tx, owner.id);
      await sessions.clearFailures(tx, owner.username);
      await emailQueue.enqueue(tx, emails.passwordChangedByOwner(owner.email));
      await notifications.notify(tx, emit, {
        kind: 'passwordChanged',
        facts: null,
        to: [owner.id],
      });
    });
    report(log, 'password changed', { memberId: owner.id });
    events.emit('access-changed', { memberId: owner.id });
  };
}

/** A 401 that must not log the client out, hence a code of its own. */
function refusal(): AppError {
  const code = 'PASSWORD_INCORRECT';
  return fieldError('currentPassword', ERRORS[code].message, code);
}
