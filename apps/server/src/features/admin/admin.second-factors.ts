import type { Tx } from '../../db/client.ts';
import { deleteSecondFactor } from '../../domain/access/second-factors.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Email } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import { lockLower } from './admin.corrections.ts';
import { findByUsername } from './admin.repo.ts';

export interface FactorRemovalDeps
  extends Pick<Tools, 'db' | 'clock' | 'events' | 'emailQueue' | 'audit' | 'log'> {
  sessions: Pick<SessionsService, 'lockMember'>;
  /** Notifies the member. */
  factorRemoved: (to: string) => Email;
}

/** Turns off the second factor of a member who lost the app and the recovery codes. */
export function createFactorRemoval(deps: FactorRemovalDeps) {
  const { db, clock, events, emailQueue, audit, log } = deps;

  return {
    /**
     * Throws PERMISSION_DENIED, MEMBER_UNKNOWN, MEMBER_CHANGE_DENIED unless the member has a lower rank,
     * SECOND_FACTOR_OFF.
     */
    async removeSecondFactor(actor: Actor, id: number, reason: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { email } = await lockLower(tx, actor, id, clock.now());
        if (!(await remove(tx, id, email))) throw new AppError('SECOND_FACTOR_OFF');
        const entry = { action: 'member.remove-second-factor', targetId: id, reason } as const;
        await audit.record(tx, actor, entry);
      });
      announce(id);
    },

    /**
     * The same for the operator of the server, of any rank. The audit log records it under the member's
     * own id, since no actor is logged in.
     */
    async removeSecondFactorOf(username: string): Promise<'removed' | 'was off' | 'unknown'> {
      const user = await findByUsername(db, username.trim().toLowerCase());
      if (user === null) return 'unknown';
      const { id: memberId, email } = user;
      const isRemoved = await db.transaction(async (tx) => {
        if (!(await remove(tx, memberId, email))) return false;
        const detail = { by: 'command line' };
        const entry = {
          action: 'member.remove-second-factor',
          targetId: memberId,
          detail,
        } as const;
        await audit.record(tx, { memberId }, entry);
        return true;
      });
      if (isRemoved) announce(memberId);
      return isRemoved ? 'removed' : 'was off';
    },
  };

  async function remove(tx: Tx, id: number, email: string): Promise<boolean> {
    await deps.sessions.lockMember(tx, id);
    if (!(await deleteSecondFactor(tx, id))) return false;
    await emailQueue.enqueue(tx, deps.factorRemoved(email));
    return true;
  }

  function announce(memberId: number): void {
    report(log, 'second factor off', { memberId });
    events.emit('access-changed', { memberId });
  }
}
