import { Readable } from 'node:stream';
import { LIMITS } from '@naru/contract/limits';
import type { mustReadRoutes, OwnMustRead } from '@naru/contract/must-reads';
import type { RouteInput } from '@naru/contract/route';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { authoriseWatching, type WatchedNotice } from './must-reads.policy.ts';
import { CSV_START, csvLine, presentReader } from './must-reads.present.ts';
import {
  countReaders,
  countReminded,
  findAsked,
  findRound,
  findWatched,
  insertConfirmation,
  insertReminder,
  listReaders,
  listReadersAfter,
  listWaiting,
} from './must-reads.repo.ts';

/** Readers of an export that are read at once. */
const EXPORT_BATCH = 500;

type Deps = Pick<Tools, 'db' | 'live' | 'clock' | 'audit' | 'notifications'>;
type ReadersQuery = RouteInput<typeof mustReadRoutes.readers>['query'];

export type MustReadsService = ReturnType<typeof createMustReadsService>;

/** Notices that their readers confirm; posts are marked while they are written. */
export function createMustReadsService({ db, live, clock, audit, notifications }: Deps) {
  return {
    /** The first notices that the actor has to confirm, and how many there are in all. */
    async listMine({ memberId }: Actor): Promise<{ notices: OwnMustRead[]; totalCount: number }> {
      const rows = await listWaiting(db, memberId, clock.now(), LIMITS.mustReadsShown);
      const notices = rows.map(({ total: _, lastAskedAt: __, ...notice }) => notice);
      return { notices, totalCount: rows[0]?.total ?? 0 };
    },

    /** The same for any member, with the total and when the last of their rounds began (`lastAskedAt`). */
    listWaiting: (memberId: number) =>
      listWaiting(db, memberId, clock.now(), LIMITS.mustReadsShown),

    /**
     * Returns when the actor confirmed the round, which may be earlier. Throws POST_NOT_FOUND,
     * MUST_READ_NOT_ASKED, and MUST_READ_CHANGED for a round that is over.
     */
    async confirm({ memberId }: Actor, postId: number, round: number): Promise<string> {
      const now = clock.now();
      const asked = await findAsked(db, postId, memberId, now);
      if (asked === null) throw new AppError('POST_NOT_FOUND');
      if (!asked.isAsked) throw new AppError('MUST_READ_NOT_ASKED');
      // A round that begins meanwhile does not count this one: no lock is needed.
      if (asked.round !== round) throw new AppError('MUST_READ_CHANGED');
      return toKst(await insertConfirmation(db, { postId, round, memberId }, now));
    },

    /** Of unnamed readers only the counts. Throws POST_NOT_FOUND, PERMISSION_DENIED and MUST_READ_NOT_ASKED. */
    async readers(actor: Actor, postId: number, query: ReadersQuery) {
      const notice = await watched(actor, postId);
      const now = clock.now();
      const [years, rows, round] = await Promise.all([
        countReaders(db, notice, now),
        notice.isNamed ? listReaders(db, notice, { ...query, ...rangeOf(query), now }) : [],
        findRound(db, notice, kstDay(now)),
      ]);
      const isOfYear = ({ year }: { year: number | null }) =>
        query.year === undefined || (year ?? 0) === query.year;
      const total = years.filter(isOfYear).reduce((sum, counts) => sum + counts[query.state], 0);
      const readers = rows.map((row) => presentReader(row, actor));
      const { isNamed } = notice;
      return { ...pageCounts(query, total), readers, isNamed, years, ...round };
    },

    /**
     * Notifies the readers who have not confirmed, in the background; returns how many it reaches. With
     * none, as for a notice that is out of date, nothing is sent. Throws what `readers` throws, and
     * MUST_READ_REMINDED for a second one on a Korean day.
     */
    async remind(actor: Actor, postId: number): Promise<number> {
      const notice = await watched(actor, postId);
      const now = clock.now();
      return live.transaction(async (tx) => {
        const waiting = await countReminded(tx, notice, { senderId: actor.memberId, now });
        if (waiting === 0) return 0;
        if (!(await insertReminder(tx, notice, kstDay(now)))) {
          throw new AppError('MUST_READ_REMINDED');
        }
        await notifications.mustReadReminded(tx, { postId, actorId: actor.memberId });
        const detail = { waiting };
        await audit.record(tx, actor, {
          action: 'post.must-read-remind',
          targetId: postId,
          detail,
        });
        return waiting;
      });
    },

    /** Records the export, then returns all readers as CSV, read in batches. Throws like `readers`. */
    async export(actor: Actor, postId: number): Promise<Readable> {
      const notice = await watched(actor, postId);
      if (!notice.isNamed) throw new AppError('PERMISSION_DENIED');
      await db.transaction((tx) =>
        audit.record(tx, actor, { action: 'post.must-read-export', targetId: postId }),
      );
      return Readable.from(csvOf(actor, notice));
    },
  };

  async function watched(actor: Actor, postId: number): Promise<WatchedNotice> {
    return authoriseWatching(await findWatched(db, postId), actor);
  }

  async function* csvOf(actor: Actor, notice: WatchedNotice): AsyncGenerator<string> {
    yield CSV_START;
    const now = clock.now();
    for (let afterId = 0; ; ) {
      const range = { afterId, now, limit: EXPORT_BATCH };
      const rows = await listReadersAfter(db, notice, range);
      if (rows.length > 0) yield rows.map((row) => csvLine(presentReader(row, actor))).join('');
      if (rows.length < EXPORT_BATCH) return;
      afterId = rows.at(-1)?.id ?? 0;
    }
  }
}
