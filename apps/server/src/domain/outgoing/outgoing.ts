import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HoldReason } from '@naru/contract/outgoing';
import type { Db, Executor } from '../../db/client.ts';
import { type Clock, toKst } from '../../platform/clock.ts';
import { isLoopback } from '../../platform/loopback.ts';
import {
  clearPlace,
  findDatabase,
  findHold,
  type Hold,
  lockState,
  type Place,
  saveHold,
  savePlace,
} from './outgoing.repo.ts';

interface PlaceSettings {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
  PUBLIC_URL: string;
}

/** The location of this site's data now. */
export async function findPlace(db: Executor, env: PlaceSettings): Promise<Place> {
  const database = await findDatabase(db);
  const folder = env.DATABASE_URL === undefined ? await findFolder(env.DATA_DIR) : NO_FOLDER;
  return { ...database, ...folder, origin: originOf(env.PUBLIC_URL) };
}

const NO_FOLDER = { inode: null, born: null };

/**
 * Moving the folder keeps inode and birth time. Where the file system has no birth time, Node returns the
 * time of the last change, which is ignored here.
 */
async function findFolder(dataDir: string): Promise<Pick<Place, 'inode' | 'born'>> {
  const folder = await realpath(join(dataDir, 'postgres'));
  const { ino, birthtimeNs, ctimeNs } = await stat(folder, { bigint: true });
  const isKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), born: isKnown ? String(birthtimeNs) : null };
}

function originOf(publicUrl: string): string | null {
  const { origin, hostname } = new URL(publicUrl);
  return isLoopback(hostname) ? null : origin;
}

const OF_DATABASE = ['system', 'database', 'table', 'inode', 'born'] as const;

/**
 * Why a site that was at `former` may be a copy at `present`; null if it is not. A site without a public
 * address has reached nobody, so that its copy can reach nobody twice.
 */
function differenceOf(former: Place, present: Place): HoldReason | null {
  if (former.origin === null) return null;
  const isCopy = OF_DATABASE.some((part) => {
    const [before, now] = [former[part], present[part]];
    return before !== null && now !== null && before !== now;
  });
  if (isCopy) return 'COPIED';
  return present.origin === former.origin ? null : 'READDRESSED';
}

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
     * Records the location of this start; holds everything outgoing if it differs from the last one. Both
     * happen in one transaction; an earlier hold stays.
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

    /**
     * Holds until an ADMIN or `npm run resume` ends it. A hold that was only ASKED for does not replace an
     * earlier one; others do.
     */
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
