import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import { type EventLog, report } from '../../platform/security-events.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { deviceKey, LOGIN_DELAY, waitText } from './sessions.login.ts';
import type { OwnSessions } from './sessions.own.ts';
import { findOwner, type Owner } from './sessions.owner.repo.ts';
import { lockMember } from './sessions.repo.ts';

/** How long a verified password counts as proof. */
const PROOF_SECONDS = 900;

interface Deps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  hashing: Hashing;
  sessions: Pick<OwnSessions, 'isProven' | 'markProven'>;
  log: EventLog;
}

/** Verifies the password of a member who is logged in. */
export function createPasswordProof({ db, clock, throttle, hashing, sessions, log }: Deps) {
  return {
    check,

    /**
     * Marks the session as proven for 15 minutes and returns the end of that time; null when the
     * password is wrong. Throws LOGIN_THROTTLED, UNAVAILABLE.
     */
    async prove(actor: Actor, password: string): Promise<Date | null> {
      const owner = await check(actor, password);
      if (owner === null) return null;
      const now = clock.now();
      const until = addSeconds(now, PROOF_SECONDS);
      const isMarked = await db.transaction(async (tx) => {
        if ((await lockMember(tx, owner.id, now)) !== owner.passwordHash) return false;
        return sessions.markProven(tx, actor, until);
      });
      return isMarked ? until : null;
    },

    /**
     * Locks the member until the end of the transaction. Throws REAUTH_REQUIRED unless this session
     * was proven in the last 15 minutes, TOKEN_INVALID when the member or the session is gone.
     */
    async require(tx: Executor, actor: Actor): Promise<void> {
      const now = clock.now();
      if ((await lockMember(tx, actor.memberId, now)) === null) throw new AppError('TOKEN_INVALID');
      if (!(await sessions.isProven(tx, actor))) throw new AppError('REAUTH_REQUIRED');
    },
  };

  /**
   * Returns the actor's row when the password is right, else null. Failures count like failed
   * logins on the session's device. Throws LOGIN_THROTTLED, UNAVAILABLE.
   */
  async function check(actor: Actor, password: string): Promise<Owner | null> {
    const owner = await findOwner(db, actor.sessionId);
    if (owner === null) throw new AppError('TOKEN_INVALID');
    const key = deviceKey(owner.id, owner.deviceHash);
    await refuseThrottled(key);
    const isRight = await hashing.inTurn(async (turn) => {
      // Checked again, so that queued parallel guesses gain nothing.
      await refuseThrottled(key);
      const isSame = await turn.verify(owner.passwordHash, password);
      if (isSame) await throttle.clear(db, key);
      else await throttle.fail(db, key, LOGIN_DELAY);
      return isSame;
    });
    if (!isRight) report(log, 'password refused', { memberId: owner.id });
    return isRight ? owner : null;
  }

  async function refuseThrottled(key: string): Promise<void> {
    const wait = await throttle.waitOf(db, key);
    if (wait === 0) return;
    report(log, 'login throttled');
    throw new AppError('LOGIN_THROTTLED', {
      message: `비밀번호를 여러 번 틀렸습니다. ${waitText(wait)} 후 다시 시도해 주세요.`,
      retryAfter: wait,
    });
  }
}
