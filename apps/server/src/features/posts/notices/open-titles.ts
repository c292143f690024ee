import { type BoardType, isNoticeBoard } from '@naru/contract/boards';
import { LRUCache } from 'lru-cache';
import type { Tools } from '../../tools.ts';
import { findOpenTitle } from './notices.repo.ts';

const TITLES = 500;
const FRESH_MS = 10_000;

/** Titles of notices for programs that show links; a crowd that opens one asks the database once. */
export function createOpenTitles({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const titles = new LRUCache<string, Promise<string | null>>({
    max: TITLES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: () => Number(clock.now()) },
  });

  return {
    /**
     * The title of a notice that is for everybody, as it was within the last ten seconds. Null for one that is for
     * some, blinded, deleted or of another board, and for all while no ADMIN lets links show titles.
     */
    async findOpenTitle(boardType: BoardType, id: number): Promise<string | null> {
      if (!isNoticeBoard(boardType)) return null;
      const key = `${boardType} ${id}`;
      const known = titles.get(key);
      if (known !== undefined) return known;
      const title = findOpenTitle(db, boardType, id);
      titles.set(key, title);
      title.catch(() => titles.delete(key));
      return title;
    },
  };
}
