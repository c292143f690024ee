import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { hasCome, truncateToMinute } from '../../platform/clock.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import type { Cause } from './notifications.causes.ts';
import {
  deletePending,
  listPendingIds,
  lockPending,
  prepareInsertPending,
} from './notifications.pending.repo.ts';

interface Deps extends Pick<DomainTools, 'db' | 'clock' | 'seal' | 'live'> {
  releaseAt: ReleaseAt;
  /** Triggers sending soon. */
  wake: () => void;
}

/** When the events of a minute may be sent. */
export type ReleaseAt = (minute: Date) => Date;

type Send = (tx: Tx, emit: Emit, cause: Cause) => Promise<void>;

export type Defer = ReturnType<typeof createPending>['defer'];

/**
 * Events on anonymous posts. They are stored sealed in the transaction of their cause and sent in a later
 * one, exactly once, because it deletes the row. The job of every minute releases the events of a minute
 * together: an immediate event would show the time more exactly than the date on the page, which is cut to
 * the minute.
 */
export function createPending({ db, clock, seal, live, wake, releaseAt }: Deps) {
  const insertPending = prepareInsertPending(db);
  /** One run at a time, so that a flood of likes leaves database connections to readers. */
  const oneAtATime = pLimit(1);

  return {
    /** `later`: the minute in which it is sent, for one that waits longer. */
    async defer(tx: Tx, cause: Cause, later?: Date): Promise<void> {
      const minute = later ?? truncateToMinute(clock.now());
      // Otherwise the job of every minute sends it.
      if (later === undefined && isReleased(minute)) live.afterCommit(tx, wake);
      // Salted, so that two likes of one member differ.
      const text = JSON.stringify({
        salt: randomUUID(),
        minute,
        isLater: later !== undefined,
        cause,
      });
      await insertPending(seal.sealText(text))(tx);
    },

    /**
     * Sends all pending events whose minute is over; a failing one does not stop the others. Returns how many were sent.
     */
    sendPending: (sendCause: Send): Promise<number> => oneAtATime(() => sendAll(sendCause)),
  };

  function isReleased(minute: Date): boolean {
    return hasCome(releaseAt(minute), clock.now(), 60);
  }

  async function sendAll(sendCause: Send): Promise<number> {
    const failures: unknown[] = [];
    let sent = 0;
    for (const id of await listPendingIds(db)) {
      const result = await live
        .transaction((tx, emit) => sendOne(tx, emit, id, sendCause))
        .catch((error: unknown) => {
          failures.push(error);
          return 'failed' as const;
        });
      // All that follow are as young.
      if (result === 'early') break;
      if (result === 'sent') sent += 1;
    }
    if (failures.length > 0) throw failureToThrow(failures);
    return sent;
  }

  async function sendOne(
    tx: Tx,
    emit: Emit,
    id: number,
    sendCause: Send,
  ): Promise<'sent' | 'early' | 'later' | 'gone'> {
    const payload = await lockPending(tx, id);
    const text = payload && seal.openText(payload);
    if (text === null) return 'gone';
    const { minute, isLater, cause } = JSON.parse(text);
    if (isLater && new Date(minute) > clock.now()) return 'later';
    if (minute !== undefined && !isLater && !isReleased(new Date(minute))) return 'early';
    await sendCause(tx, emit, cause);
    await deletePending(tx, id);
    return 'sent';
  }
}
