import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import {
  deleteLostMarks,
  listMemberIds,
  listOldFollows,
  listOpenMarks,
  moveOpenMarks,
  type OldFollow,
  OPEN_KINDS,
  replaceFollows,
} from './sealing.repo.ts';

/** Marks per transaction, which locks their items. */
const BATCH = 500;
/** Seals made before yielding: opening and making one takes 0.2 ms. */
const SEALS = 50;

interface Deps {
  db: Db;
  seal: {
    markKey(memberId: number): Buffer;
    sealIn(item: number, memberId: number): Buffer;
    open(sealed: Buffer): number | null;
  };
}

/**
 * Seals what servers of earlier releases stored about anonymous items with plain members, or with seals that
 * are those of authors: in parts, each complete in itself, so that an interruption loses nothing.
 */
export function createSealing({ db, seal }: Deps) {
  return {
    /** Returns how many rows it sealed, by kind; none once all are. */
    async sealOpenMarks(): Promise<Record<string, number>> {
      const sealed: Record<string, number> = {};
      for (const kind of OPEN_KINDS) {
        let count = 0;
        for (;;) {
          const found = await listOpenMarks(db, kind, BATCH);
          if (found.length === 0) break;
          await db.transaction((tx) => moveOpenMarks(tx, kind, found, seal.markKey));
          count += found.length;
        }
        sealed[kind] = count;
      }
      return { ...sealed, follows: await sealFollows() };
    },

    /** Deletes entries about removed items from the lists of all members; returns how many. */
    async sweepMarks(): Promise<number> {
      let gone = 0;
      for (let after = 0; ; ) {
        const ids = await listMemberIds(db, after, BATCH);
        const last = ids.at(-1);
        if (last === undefined) return gone;
        after = last;
        gone += await deleteLostMarks(db, ids.map(seal.markKey));
      }
    },
  };

  async function sealFollows(): Promise<number> {
    let count = 0;
    for (let after: OldFollow | null = null; ; ) {
      const found: OldFollow[] = await listOldFollows(db, after, SEALS);
      const last = found.at(-1);
      if (last === undefined) return count;
      after = last;
      const opened = found.flatMap((follow) => {
        const memberId = seal.open(follow.seal);
        if (memberId === null) return [];
        const newSeal = seal.sealIn(follow.postId, memberId);
        return [{ ...follow, newSeal, markKey: seal.markKey(memberId) }];
      });
      if (opened.length > 0) await replaceFollows(db, opened);
      count += opened.length;
      await breathe();
    }
  }
}
