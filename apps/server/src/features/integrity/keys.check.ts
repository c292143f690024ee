import { setImmediate as breathe } from 'node:timers/promises';
import { opensKey } from '../../platform/wrapped-keys.ts';
import type { Tools } from '../../tools.ts';
import { addFound, type Found, foundOf, NOTHING } from './integrity.scan.ts';
import {
  countMembers,
  hasDevices,
  listDrafts,
  listKeys,
  listSealedTexts,
  listSeals,
  SEALED_TABLES,
} from './keys.repo.ts';

/** Keys of an installation; the second is made when the first device asks for it. */
const AUTHORS = 'author-seal';
const PUSH = 'push';

interface Deps extends Pick<Tools, 'db' | 'seal'> {
  /** Newest first. */
  secrets: readonly string[];
}

/** Whether keys and what they seal belong together. */
export function createKeysCheck({ db, seal, secrets }: Deps) {
  /** Keys that are missing, that nothing uses, or that the secrets of this server do not open. */
  async function compareKeys(): Promise<Found> {
    const keys = await listKeys(db);
    const names = new Set(keys.map(({ name }) => name));
    const needed = (await hasDevices(db)) ? [AUTHORS, PUSH] : [AUTHORS];
    const missing = needed.filter((name) => !names.has(name));
    const wrong = keys.filter(
      ({ name, wrapped }) => ![AUTHORS, PUSH].includes(name) || !opensKey(secrets, name, wrapped),
    );
    return foundOf(keys.length, [...missing, ...wrong.map(({ name }) => name)]);
  }

  /**
   * Seals that the key does not open, or that open to nobody. Only the table is named: rows that are faulty
   * together would tell that one member wrote them.
   */
  async function compareSeals(): Promise<Found> {
    let found = NOTHING;
    for (const table of SEALED_TABLES) {
      const one = await compareTable(table);
      found = addFound(found, { ...one, examples: one.faults > 0 ? [table] : [] });
    }
    const texts = await listSealedTexts(db);
    const drafts = await listDrafts(db);
    const closed = {
      notifications: await countClosed(texts, (text) => seal.openText(text)),
      drafts: await countClosed(drafts, ({ memberId, head }) => seal.openFor(memberId, head)),
    };
    for (const [table, faults] of Object.entries(closed)) {
      found = addFound(found, { looked: 0, faults, examples: faults > 0 ? [table] : [] });
    }
    return addFound(found, { ...NOTHING, looked: texts.length + drafts.length });
  }

  async function compareTable(table: string): Promise<Pick<Found, 'looked' | 'faults'>> {
    let [looked, faults] = [0, 0];
    for (let after: Buffer = Buffer.alloc(0); ; ) {
      const seals = await listSeals(db, table, after);
      const last = seals.at(-1);
      if (last === undefined) return { looked, faults };
      after = last;
      const ids = seals.map((sealed) => seal.open(sealed)).filter((id) => id !== null);
      looked += seals.length;
      faults += seals.length - (await countMembers(db, ids));
      await breathe();
    }
  }

  /** Opens a few at a time, as it takes a tenth of a millisecond each. */
  async function countClosed<T>(items: readonly T[], open: (item: T) => string | null) {
    let closed = 0;
    for (const [at, item] of items.entries()) {
      if (open(item) === null) closed += 1;
      if (at % 100 === 99) await breathe();
    }
    return closed;
  }

  return { compareKeys, compareSeals };
}
