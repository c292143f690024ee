import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Db, Tx } from '../../db/client.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import {
  deletePending,
  insertPending,
  listPendingIds,
  lockPending,
} from './notifications.pending.repo.ts';
import type { ThreadCause } from './notifications.threads.ts';

interface Deps {
  db: Db;
  seal: Seal;
  live: Live;
  /** Has stored causes told soon. */
  wake: () => void;
}

type Tell = (tx: Tx, emit: Emit, cause: ThreadCause) => Promise<void>;

export type Defer = ReturnType<typeof createPending>['defer'];

/**
 * What happened below anonymous posts: stored sealed in the transaction of the cause, told by one of
 * its own. Each is told once: its row goes in the transaction that tells it.
 */
export function createPending({ db, seal, live, wake }: Deps) {
  /** One run at a time: a flood of likes leaves connections to the readers. */
  const inTurn = pLimit(1);

  return {
    async defer(tx: Tx, cause: ThreadCause): Promise<void> {
      // Salted: two likes of one member do not look the same.
      const text = JSON.stringify({ salt: randomUUID(), cause });
      await insertPending(tx, seal.sealText(text));
      live.afterCommit(tx, wake);
    },

    /** Tells all that is pending; one that fails keeps no other back. Returns how many were told. */
    sendPending: (tell: Tell): Promise<number> => inTurn(() => send(tell)),
  };

  async function send(tell: Tell): Promise<number> {
    const failures: unknown[] = [];
    let sent = 0;
    for (const id of await listPendingIds(db)) {
      try {
        if (await live.transaction((tx, emit) => sendOne(tx, emit, id, tell))) sent += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return sent;
  }

  async function sendOne(tx: Tx, emit: Emit, id: number, tell: Tell): Promise<boolean> {
    const payload = await lockPending(tx, id);
    const text = payload && seal.openText(payload);
    if (text === null) return false;
    await tell(tx, emit, JSON.parse(text).cause);
    await deletePending(tx, id);
    return true;
  }
}
