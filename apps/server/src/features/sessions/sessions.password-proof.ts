import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import { throttled } from '../../platform/too-many-tries.ts';
import type { Tools } from '../tools.ts';
import { DEVICE_DELAY, deviceKey } from './sessions.login.ts';
import { findProvenUntil, lockMember, type Owner, updateProof } from './sessions.repo.ts';

/** How long a verified password counts as proof. */
const PROOF_SECONDS = 900;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'throttle' | 'hashing' | 'log'> {
  getOwner: (actor: Actor) => Promise<Owner>;
}

/** Verifies the password of a member who is logged in. */
export function createPasswordProof({ db, clock, throttle, hashing, getOwner, log }: Deps) {
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
        return updateProof(tx, actor.sessionId, until);
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
      const until = await findProvenUntil(tx, actor.sessionId);
      if (until === null || until <= now) throw new AppError('REAUTH_REQUIRED');
    },

    async clear(tx: Executor, { sessionId }: Actor): Promise<void> {
      await updateProof(tx, sessionId, null);
    },
  };

  /**
   * Returns the actor's row when the password is right, else null. Failures count like failed
   * logins on the session's device. Throws LOGIN_THROTTLED, UNAVAILABLE.
   */
  async function check(actor: Actor, password: string): Promise<Owner | null> {
    const owner = await getOwner(actor);
    const key = deviceKey(owner.id, owner.deviceHash);
    await refuseThrottled(key);
    const isRight = await hashing.inTurn(async (turn) => {
      // Checked again, so that queued parallel guesses gain nothing.
      await refuseThrottled(key);
      const isSame = await turn.verify(owner.passwordHash, password);
      if (isSame) await throttle.clear(db, key);
      else await throttle.fail(db, key, DEVICE_DELAY);
      return isSame;
    });
    if (!isRight) report(log, 'password refused', { memberId: owner.id });
    return isRight ? owner : null;
  }

  async function refuseThrottled(key: string): Promise<void> {
    const wait = await throttle.waitOf(db, key, DEVICE_DELAY);
    if (wait > 0) throw throttled(log, '비밀번호를 여러 번 틀렸습니다.', wait);
  }
}
