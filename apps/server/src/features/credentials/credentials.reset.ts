import type { Db } from '../../db/client.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { maskEmail } from '../../platform/email/email.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import type { Live } from '../../platform/live/live.ts';
import { sha256 } from '../../platform/secrets.ts';
import { type EventLog, report } from '../../platform/security-events.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CredentialEmails } from './credentials.emails.ts';
import { findByUsername, updatePasswordHash } from './credentials.repo.ts';
import { type PasswordPolicy, refuseWeak } from './password-policy.ts';

/** Per client and per id. */
const LOOKUP_LIMIT: Limit = { max: 5, seconds: 900 };

interface Deps {
  db: Db;
  throttle: Throttle;
  hashing: Hashing;
  policy: PasswordPolicy;
  sessions: Pick<SessionsService, 'endAll' | 'clearFailures'>;
  verification: Pick<VerificationService, 'flows' | 'proofs'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  emails: CredentialEmails;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

export function createReset(deps: Deps) {
  const { db, throttle, hashing, policy, sessions, emailQueue, emails } = deps;
  const { live, notifications, events, log } = deps;
  const { flows, proofs } = deps.verification;

  return {
    /**
     * Begins a reset: returns the masked address and the value of the flow cookie that ties the
     * next steps to this browser. Throws MEMBER_NOT_FOUND, TOO_MANY_REQUESTS.
     */
    async begin(username: string, address: string): Promise<{ email: string; flow: string }> {
      const id = sha256(username).toString('base64url');
      await throttle.hit(db, `reset from ${address}`, LOOKUP_LIMIT, 'TOO_MANY_REQUESTS');
      await throttle.hit(db, `reset of ${id}`, LOOKUP_LIMIT, 'TOO_MANY_REQUESTS');
      const member = await findByUsername(db, username);
      if (member === null) throw new AppError('MEMBER_NOT_FOUND');
      return { email: maskEmail(member.email), flow: await flows.begin(member.id) };
    },

    /**
     * Sets a new password, once, in the browser that verified a code for this member in the last 10
     * minutes. Ends all sessions and notifies the member by e-mail; does not log in. Throws
     * VERIFICATION_REQUIRED, PASSWORD_WEAK, UNAVAILABLE.
     */
    async finish(input: {
      username: string;
      newPassword: string;
      flow: string | null;
    }): Promise<void> {
      const member = await flows.findMember(input.flow);
      if (member === null || member.username !== input.username) {
        throw new AppError('VERIFICATION_REQUIRED');
      }
      const proof = proofs.ofReset(member, input.flow);
      if ((await proof.state()) !== 'open') throw new AppError('VERIFICATION_REQUIRED');
      refuseWeak(policy(input.newPassword, member), 'newPassword');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
      await live.transaction(async (tx, emit) => {
        if (!(await proof.use(tx))) throw new AppError('VERIFICATION_REQUIRED');
        await updatePasswordHash(tx, member.id, passwordHash);
        await sessions.endAll(tx, member.id);
        await flows.endAll(tx, member.id);
        await sessions.clearFailures(tx, member.username);
        await emailQueue.enqueue(tx, emails.passwordChanged(member.email));
        const to = [member.id];
        await notifications.notify(tx, emit, { kind: 'passwordChanged', facts: null, to });
      });
      report(log, 'password reset', { memberId: member.id });
      events.emit('access-changed', { memberId: member.id });
    },
  };
}
