import type { HeldOutgoing } from '@naru/contract/outgoing';
import { hasRole } from '@naru/contract/roles';
import { findHold, lockState, saveHold } from '../../domain/outgoing/outgoing.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { clearWarnings, countWaiting, dropWaiting, type Waiting } from './outgoing.repo.ts';

type Deps = Pick<Tools, 'db' | 'clock' | 'audit'>;

/** No member acts where the operator runs a command. */
const NOBODY = { memberId: 0 };

export type OutgoingService = ReturnType<typeof createOutgoingService>;

/** What is held since a restore, a move or a copy, and its end. */
export function createOutgoingService({ db, clock, audit }: Deps) {
  return {
    /** Null while nothing is held, and for others than ADMINs. */
    async findHeld({ roles }: Pick<Actor, 'roles'>): Promise<HeldOutgoing | null> {
      if (!hasRole(roles, 'ADMIN')) return null;
      const hold = await findHold(db);
      if (hold === null) return null;
      const { since, reason } = hold;
      return { since: toKst(since), reason, ...(await countWaiting(db, clock.now())) };
    },

    countWaiting: (): Promise<Waiting> => countWaiting(db, clock.now()),

    /**
     * Lets everything go on, of `drop` without what waits; returns what waited, null when nothing was held. Servers
     * notice within seconds. The actor is null for a command of the operator.
     */
    async resume(actor: Actor | null, { drop }: { drop: boolean }): Promise<Waiting | null> {
      return db.transaction(async (tx) => {
        const { hold } = await lockState(tx);
        if (hold === null) return null;
        const now = clock.now();
        const waiting = await countWaiting(tx, now);
        if (drop) await dropWaiting(tx, now);
        await clearWarnings(tx);
        await saveHold(tx, null);
        const detail = { ...waiting, drop, ...(actor === null && { by: 'command line' }) };
        await audit.record(tx, actor ?? NOBODY, { action: 'outgoing.resume', detail });
        return waiting;
      });
    },
  };
}
