import type { Tx } from '../../db/client.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import { failureToThrow } from '../../platform/database/persist.ts';
import type { Tools } from '../tools.ts';
import { listDue, lockPetition, markNotified, type PetitionRow } from './petitions.repo.ts';

/** Days before the end at which the author is reminded. */
const ENDING_DAYS = 3;

type Deps = Pick<Tools, 'db' | 'clock' | 'live' | 'notifications'>;

/** Notifications about petitions, which are sent after the transaction of the change. */
export function createPetitionNotices({ db, clock, live, notifications }: Deps) {
  const send = notifications.petitionProgressed;

  /** What those concerned are notified of today, and the day that stands for it; null for nothing. */
  function dueOf(row: PetitionRow, today: string) {
    const { id: postId, endsOn, owedOn, answeredAt, endedAt } = row;
    if (answeredAt !== null || endedAt !== null) return null;
    if (owedOn !== null) return overdueOf(postId, owedOn, today);
    if (endsOn < today) {
      const what = { postId, to: 'author', progress: { event: 'FAILED' } } as const;
      return { what, day: addDays(endsOn, 1) };
    }
    if (endsOn > addDays(today, ENDING_DAYS)) return null;
    const what = { postId, to: 'author', progress: { event: 'ENDING', day: endsOn } } as const;
    return { what, day: endsOn };
  }

  function overdueOf(postId: number, owedOn: string, today: string) {
    if (owedOn >= today) return null;
    const what = { postId, to: 'body', debt: { event: 'OVERDUE', day: owedOn } } as const;
    return { what, day: addDays(owedOn, 1) };
  }

  /** False when nothing is due any more, or another server was faster. */
  async function notifyOne(tx: Tx, id: number, today: string): Promise<boolean> {
    const row = await lockPetition(tx, id);
    const due = row && !row.isBlinded && dueOf(row, today);
    if (!due || !(await markNotified(tx, id, due.day))) return false;
    await send(tx, due.what);
    return true;
  }

  return {
    async reached(tx: Tx, { id: postId }: { id: number }, day: string): Promise<void> {
      await send(tx, { postId, to: 'author', progress: { event: 'REACHED', day } });
    },

    async answered(tx: Tx, row: PetitionRow, actorId: number): Promise<void> {
      const { id: postId } = row;
      await send(tx, { postId, to: 'author', progress: { event: 'ANSWERED' }, actorId });
      await send(tx, { postId, to: 'signers' });
    },

    async closed(tx: Tx, row: PetitionRow, actorId: number): Promise<void> {
      await send(tx, { postId: row.id, to: 'author', progress: { event: 'CLOSED' }, actorId });
    },

    /** A petition that fails does not stop the others. */
    async sendDue(): Promise<number> {
      const today = kstDay(clock.now());
      const failures: unknown[] = [];
      let sent = 0;
      for (const id of await listDue(db, { today, soon: addDays(today, ENDING_DAYS) })) {
        try {
          if (await live.transaction((tx) => notifyOne(tx, id, today))) sent += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failureToThrow(failures);
      return sent;
    },
  };
}
