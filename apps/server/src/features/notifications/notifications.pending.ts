import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Tx } from '../../db/client.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { PlatformTools } from '../../platform/tools.ts';
import type { HandledCause, ThreadCause } from './notifications.causes.ts';
import {
  deletePending,
  listPendingIds,
  lockPending,
  prepareInsertPending,
} from './notifications.pending.repo.ts';

interface Deps extends Pick<PlatformTools, 'db' | 'seal' | 'live'> {
  /** Triggers sending soon. */
  wake: () => void;
}

type Cause = ThreadCause | HandledCause;
type Send = (tx: Tx, emit: Emit, cause: Cause) => Promise<void>;

export type Defer = ReturnType<typeof createPending>['defer'];

/**
 * Events on anonymous posts: stored sealed in the transaction of the cause and sent in another one,
 * exactly once, since the row is deleted in the transaction that sends it.
 */
export function createPending({ db, seal, live, wake }: Deps) {
  const insertPending = prepareInsertPending(db);
  /** One run at a time, so that a flood of likes leaves database connections to readers. */
  const inTurn = pLimit(1);

  return {
    async defer(tx: Tx, cause: Cause): Promise<void> {
      live.afterCommit(tx, wake);
      // Salted, so that two likes of one member differ.
      const text = JSON.stringify({ salt: randomUUID(), cause });
      await insertPending(seal.sealText(text))(tx);
    },

    /**
     * Sends all pending events; a failing one does not stop the others. Returns how many were sent.
     */
    sendPending: (sendCause: Send): Promise<number> => inTurn(() => sendAll(sendCause)),
  };

  async function sendAll(sendCause: Send): Promise<number> {
    const failures: unknown[] = [];
    let sent = 0;
    for (const id of await listPendingIds(db)) {
      try {
        if (await live.transaction((tx, emit) => sendOne(tx, emit, id, sendCause))) sent += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failureToThrow(failures);
    return sent;
  }

  async function sendOne(tx: Tx, emit: Emit, id: number, sendCause: Send): Promise<boolean> {
    const payload = await lockPending(tx, id);
    const text = payload && seal.openText(payload);
    if (text === null) return false;
    await sendCause(tx, emit, JSON.parse(text).cause);
    await deletePending(tx, id);
    return true;
  }
}
