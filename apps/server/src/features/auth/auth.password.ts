import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { type EventLog, report } from './auth.events.ts';
import type { Hashing } from './auth.hashing.ts';
import { accountKey } from './auth.login.ts';
import type { AuthMails } from './auth.mails.ts';
import { type PasswordPolicy, refuseWeak } from './auth.password-policy.ts';
import type { PasswordProof } from './auth.proof.ts';
import { updatePasswordHash } from './auth.repo.ts';
import { lockMember } from './sessions.repo.ts';
import type { SessionsService } from './sessions.service.ts';
import { deleteFlows } from './verifications.repo.ts';

interface Deps {
  clock: Clock;
  throttle: Throttle;
  hashing: Hashing;
  policy: PasswordPolicy;
  proof: PasswordProof;
  sessions: SessionsService;
  mailQueue: MailQueue;
  mails: AuthMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

/**
 * Changes the own password: the session of the call stays, without its proof, all others end, and
 * the member is told by mail and notice (quality LG-13 to LG-15, TK-10). Of several at once with the
 * same current password one wins. Throws PASSWORD_INCORRECT, PASSWORD_WEAK, LOGIN_THROTTLED,
 * UNAVAILABLE.
 */
export function createPasswordChange(deps: Deps) {
  const { clock, throttle, hashing, policy, proof, sessions, mailQueue, mails } = deps;
  const { live, notices, events, log } = deps;

  return async (actor: Actor, input: { currentPassword: string; newPassword: string }) => {
    const owner = await proof.check(actor, input.currentPassword);
    if (owner === null) throw refusal();
    refuseWeak(policy(input.newPassword, owner), 'newPassword');
    const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
    await live.transaction(async (tx, emit) => {
      if ((await lockMember(tx, owner.id, clock.now())) !== owner.passwordHash) throw refusal();
      await updatePasswordHash(tx, owner.id, passwordHash);
      await sessions.endOthers(tx, actor);
      await sessions.forgetProof(tx, actor);
      await deleteFlows(tx, owner.id);
      await throttle.clear(tx, accountKey(owner.username));
      await mailQueue.enqueue(tx, mails.passwordChangedByOwner(owner.email));
      await notices.notify(tx, emit, { kind: 'passwordChanged', facts: null, to: [owner.id] });
    });
    report(log, 'password changed', { memberId: owner.id });
    events.emit('access-changed', { memberId: owner.id });
  };
}

/** A 401 that is no reason to log out: its code is none of the tokens' (decisions 179). */
function refusal(): AppError {
  const error = new AppError('PASSWORD_INCORRECT');
  return new AppError('PASSWORD_INCORRECT', {
    errors: [{ field: 'currentPassword', message: error.message }],
  });
}
