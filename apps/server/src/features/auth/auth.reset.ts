import type { Db } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { type EventLog, report } from './auth.events.ts';
import type { Hashing } from './auth.hashing.ts';
import { PROOF_SECONDS } from './auth.join.ts';
import { accountKey } from './auth.login.ts';
import { type AuthMails, maskEmail } from './auth.mails.ts';
import { type PasswordPolicy, refuseWeak } from './auth.password-policy.ts';
import { findByUsername, updatePasswordHash } from './auth.repo.ts';
import type { SessionsService } from './sessions.service.ts';
import {
  type CodeTarget,
  deleteFlows,
  findFlowMember,
  findProof,
  insertFlow,
  useProof,
} from './verifications.repo.ts';

/** Tries of one client and for one id; 20 an hour at most (decisions 25, quality VC-22). */
const LOOKUP_LIMIT: Limit = { max: 5, seconds: 900 };
/** Life of the flow cookie: long enough for a code, a resend and a new password. */
export const FLOW_SECONDS = 1800;

interface Deps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  hashing: Hashing;
  policy: PasswordPolicy;
  sessions: SessionsService;
  mailQueue: MailQueue;
  mails: AuthMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  log: EventLog;
}

export function createReset(deps: Deps) {
  const { db, clock, throttle, hashing, policy, sessions, mailQueue, mails } = deps;
  const { live, notices, events, log } = deps;

  return {
    /**
     * Begins a reset: answers the masked address and the value of the flow cookie that ties what
     * follows to this browser (decisions 23, 25). Throws MEMBER_NOT_FOUND, TOO_MANY_REQUESTS.
     */
    async begin(username: string, address: string): Promise<{ email: string; flow: string }> {
      const id = sha256(username).toString('base64url');
      await throttle.hit(db, `reset from ${address}`, LOOKUP_LIMIT, 'TOO_MANY_REQUESTS');
      await throttle.hit(db, `reset of ${id}`, LOOKUP_LIMIT, 'TOO_MANY_REQUESTS');
      const member = await findByUsername(db, username);
      if (member === null) throw new AppError('MEMBER_NOT_FOUND');
      const now = clock.now();
      const flow = randomToken();
      await insertFlow(db, {
        flowHash: sha256(flow),
        memberId: member.id,
        createdAt: now,
        expiresAt: addSeconds(now, FLOW_SECONDS),
      });
      return { email: maskEmail(member.email), flow };
    },

    /**
     * Sets a new password in the browser that verified a code for this very member in the last 10
     * minutes, once. Ends all sessions, tells the member by mail, does not log in (decisions 22;
     * quality VC-01 to VC-06, VC-11). Throws VERIFICATION_REQUIRED, PASSWORD_WEAK, UNAVAILABLE.
     */
    async finish(input: {
      username: string;
      newPassword: string;
      flow: string | null;
    }): Promise<void> {
      const flowHash = sha256(input.flow ?? '');
      const member = await findFlowMember(db, flowHash, clock.now());
      if (member === null || member.username !== input.username) {
        throw new AppError('VERIFICATION_REQUIRED');
      }
      const target: CodeTarget = {
        purpose: 'reset',
        email: member.email,
        memberId: member.id,
        flowHash,
      };
      const proof = await findProof(db, target, proofStart());
      if (proof !== 'open') throw new AppError('VERIFICATION_REQUIRED');
      refuseWeak(policy(input.newPassword, member), 'newPassword');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
      await live.transaction(async (tx, emit) => {
        if (!(await useProof(tx, target, proofStart(), clock.now()))) {
          throw new AppError('VERIFICATION_REQUIRED');
        }
        await updatePasswordHash(tx, member.id, passwordHash);
        await sessions.endAll(tx, member.id);
        await deleteFlows(tx, member.id);
        await throttle.clear(tx, accountKey(member.username));
        await mailQueue.enqueue(tx, mails.passwordChanged(member.email));
        const to = [member.id];
        await notices.notify(tx, emit, { kind: 'passwordChanged', facts: null, to });
      });
      report(log, 'password reset', { memberId: member.id });
      events.emit('access-changed', { memberId: member.id });
    },
  };

  function proofStart(): Date {
    return addSeconds(clock.now(), -PROOF_SECONDS);
  }
}
