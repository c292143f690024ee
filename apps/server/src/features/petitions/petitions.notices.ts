import { setImmediate } from 'node:timers/promises';
import { PETITION_BODIES } from '@naru/contract/petition-bodies';
import { chunksOf } from '../../db/chunks.ts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { PetitionProgress } from '../../domain/notifications/texts.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import {
  type DueRow,
  listAnswerers,
  listDue,
  listSigners,
  markNotified,
  type PetitionRow,
} from './petitions.repo.ts';

/** Days before the end at which the author is reminded. */
const ENDING_DAYS = 3;
/** Members handled before yielding to the event loop: opening and making seals takes time. */
const CHUNK = 50;

type Deps = Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'notifications'>;
type Concerned = Pick<PetitionRow, 'id' | 'addressee' | 'authorId'>;

/** Notifications about petitions. Call them in the transaction of the change. */
export function createPetitionNotices({ db, clock, seal, live, notifications }: Deps) {
  async function toAuthor(
    tx: Tx,
    emit: Emit,
    { id, authorId }: Concerned,
    progress: PetitionProgress,
    actorId?: number,
  ): Promise<void> {
    if (authorId === null) return;
    await notifications.petitionProgressed(tx, emit, {
      ...{ postId: id, to: [authorId], progress },
      ...(actorId !== undefined && { actorId }),
    });
  }

  async function toBody(tx: Tx, emit: Emit, row: Concerned, progress: PetitionProgress) {
    const to = await listAnswerers(tx, PETITION_BODIES[row.addressee].role, clock.now());
    await notifications.petitionProgressed(tx, emit, { postId: row.id, to, progress });
  }

  /** What the members of a petition with this deadline are notified of, and the day that stands for it. */
  async function due(tx: Tx, emit: Emit, row: DueRow, today: string): Promise<boolean> {
    const { id, endsOn, owedOn } = row;
    const day =
      owedOn === null ? (endsOn < today ? addDays(endsOn, 1) : endsOn) : addDays(owedOn, 1);
    if (!(await markNotified(tx, id, day))) return false;
    if (owedOn !== null) await toBody(tx, emit, row, { event: 'OVERDUE', day: owedOn });
    else if (endsOn < today) await toAuthor(tx, emit, row, { event: 'FAILED' });
    else await toAuthor(tx, emit, row, { event: 'ENDING', day: endsOn });
    return true;
  }

  return {
    toAuthor,

    async reached(tx: Tx, emit: Emit, row: Concerned, day: string): Promise<void> {
      await toAuthor(tx, emit, row, { event: 'REACHED', day });
      await toBody(tx, emit, row, { event: 'OWED', day });
    },

    /** Notifications of those who signed are sealed; the author gets one only, under the own name. */
    async answered(tx: Tx, emit: Emit, row: Concerned, actorId: number): Promise<void> {
      const progress = { event: 'ANSWERED' } as const;
      await toAuthor(tx, emit, row, progress, actorId);
      const members: number[] = [];
      for (const some of chunksOf(await listSigners(tx, row.id), CHUNK)) {
        members.push(...some.flatMap((signer) => seal.openIn(row.id, signer) ?? []));
        await setImmediate();
      }
      const others = members.filter((id) => id !== row.authorId).sort((a, b) => a - b);
      for (const to of chunksOf(others, CHUNK)) {
        await notifications.petitionProgressed(tx, emit, {
          ...{ postId: row.id, to, progress, isSealed: true },
        });
        await setImmediate();
      }
    },

    async sendDue(): Promise<number> {
      const today = kstDay(clock.now());
      let sent = 0;
      for (const row of await listDue(db, { today, soon: addDays(today, ENDING_DAYS) })) {
        if (await live.transaction((tx, emit) => due(tx, emit, row, today))) sent += 1;
      }
      return sent;
    },
  };
}
