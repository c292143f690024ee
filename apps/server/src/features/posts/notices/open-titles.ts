import { type BoardType, isNoticeBoard } from '@naru/contract/boards';
import type { SiteSettings } from '@naru/contract/settings';
import { LRUCache } from 'lru-cache';
import type { Tools } from '../../tools.ts';
import { findOpenTitle } from './notices.repo.ts';

const TITLES = 500;
const FRESH_MS = 10_000;

interface Deps extends Pick<Tools, 'db'> {
  settings: { get(): Promise<Pick<SiteSettings, 'linkTitles'>> };
  /** Milliseconds of a clock that is never set; that of the process by default. */
  elapsed?: (() => number) | undefined;
}

/** Titles of notices for programs that show links; a crowd that opens one asks the database once. */
export function createOpenTitles({ db, settings, elapsed = () => performance.now() }: Deps) {
  const recent = { ttl: FRESH_MS, ttlResolution: 0, perf: { now: elapsed } };
  const titles = new LRUCache<string, Promise<string | null>>({ max: TITLES, ...recent });
  const switches = new LRUCache<'linkTitles', Promise<boolean>>({ max: 1, ...recent });

  const isWanted = () =>
    remember(switches, 'linkTitles', async () => (await settings.get()).linkTitles);

  return {
    /**
     * The title of a notice that is for everybody, as it was within the last ten seconds. Null for one that is for
     * some, blinded, deleted or of another board, and for all while no ADMIN lets links show titles.
     */
    async findOpenTitle(boardType: BoardType, id: number): Promise<string | null> {
      if (!isNoticeBoard(boardType) || !(await isWanted())) return null;
      return remember(titles, `${boardType} ${id}`, () => findOpenTitle(db, boardType, id));
    },
  };
}

/** What failed is read again. */
function remember<K extends string, V>(
  known: LRUCache<K, Promise<V>>,
  key: K,
  read: () => Promise<V>,
): Promise<V> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = read();
  known.set(key, value);
  value.catch(() => known.delete(key));
  return value;
}
