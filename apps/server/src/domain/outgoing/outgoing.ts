import type { HoldReason } from '@naru/contract/outgoing';
import type { Db } from '../../db/client.ts';
import { type Clock, toKst } from '../../platform/clock.ts';
import {
  clearPlace,
  findHold,
  type Hold,
  lockState,
  saveHold,
  savePlace,
} from './outgoing.repo.ts';
import type { Place } from './place.repo.ts';
import { differenceOf } from './place.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: { warn(detail: object, text: string): void };
}

const REASONS: Record<HoldReason, string> = {
  RESTORED: 'this database was restored from a backup',
  MOVED: 'this database was moved here',
  COPIED: 'this database is in another place than before and may be a copy',
  READDRESSED: 'PUBLIC_URL is another one than before, so that this may be a copy',
  ASKED: 'an operator asked for it',
};

/** One sentence for operators, without its full stop. */
export function describeHold({ since, reason }: Hold): string {
  return `Everything outgoing has been held since ${toKst(since)}: ${REASONS[reason]}`;
}

export type Outgoing = ReturnType<typeof createOutgoing>;

/**
 * Whether e-mails, notifications on devices, reads of other sites and erasures of unused accounts are held: a restored
 * or copied site must not reach the people of the real one. One row of the database is the same for all servers.
 */
export function createOutgoing({ db, clock, log }: Deps) {
  const isHeld = async () => (await findHold(db)) !== null;

  return {
    /** Null while nothing is held. */
    findHold: () => findHold(db),

    isHeld,

    /**
     * Takes the place of a start; holds everything when it is another one than before. Detection and hold are one
     * transaction.
     */
    async settle(place: Place): Promise<void> {
      await db.transaction(async (tx) => {
        const { place: former, hold } = await lockState(tx);
        const reason = former === null ? null : differenceOf(former, place);
        await savePlace(tx, place);
        if (reason === null) return;
        log.warn({ former, place, reason }, 'the database lives in another place than before');
        if (hold === null) await saveHold(tx, { since: clock.now(), reason });
      });
    },

    /** Until an ADMIN or `npm run resume` lets it go on; one that is held already stays as it is. */
    async hold(reason: HoldReason): Promise<void> {
      await db.transaction(async (tx) => {
        const { hold } = await lockState(tx);
        if (reason !== 'ASKED') await clearPlace(tx);
        if (hold === null || reason !== 'ASKED') await saveHold(tx, { since: clock.now(), reason });
      });
    },

    /** Sentences for the operator without their full stop. */
    async findWarnings(): Promise<string[]> {
      const hold = await findHold(db);
      if (hold === null) return [];
      return [
        `${describeHold(hold)}. E-mails, notifications on devices, sources and the erasure of unused accounts wait. If this is the real site, let them go on in 관리자 or with "npm run resume"`,
      ];
    },
  };
}
