import { setImmediate as breathe } from 'node:timers/promises';
import { opensKey } from '../../domain/keys/wrapped-keys.ts';
import type { Tools } from '../tools.ts';
import { addFound, type Found, foundOf, NOTHING } from './integrity.scan.ts';
import {
  countMembers,
  hasDevices,
  listDrafts,
  listKeys,
  listSealedTexts,
  listSeals,
  SEALED_TABLES,
  type SealedMember,
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
   * Tables with seals that the key does not open, or that open to nobody. Only tables are named and
   * counted: rows that are faulty together, or the number of seals before and after a post, would reveal
   * what one member wrote.
   */
  async function compareSeals(): Promise<Found> {
    let found = NOTHING;
    for (const table of SEALED_TABLES) {
      found = addFound(found, tableOf(table, await hasClosedSeals(table)));
    }
    const texts = await listSealedTexts(db);
    const drafts = await listDrafts(db);
    const closed = {
      notifications: await hasClosed(texts, (text) => seal.openText(text)),
      drafts: await hasClosed(drafts, ({ memberId, head }) => seal.openFor(memberId, head)),
    };
    for (const [table, isClosed] of Object.entries(closed)) {
      found = addFound(found, tableOf(table, isClosed));
    }
    return found;
  }

  async function hasClosedSeals(table: string): Promise<boolean> {
    for (let after: Buffer = Buffer.alloc(0); ; ) {
      const seals = await listSeals(db, table, after);
      const last = seals.at(-1)?.seal;
      if (last === undefined) return false;
      after = last;
      const ids = seals.map(openSeal);
      const members = new Set(ids.filter((id) => id !== null));
      if (ids.includes(null) || (await countMembers(db, [...members])) < members.size) return true;
      await breathe();
    }
  }

  /** Follows of the previous release are sealed like authors. */
  function openSeal({ seal: sealed, item }: SealedMember): number | null {
    const beside = item === null ? null : seal.openIn(item, sealed);
    return beside ?? seal.open(sealed);
  }

  /** Opens a few at a time, as it takes a tenth of a millisecond each. */
  async function hasClosed<T>(items: readonly T[], open: (item: T) => string | null) {
    for (const [at, item] of items.entries()) {
      if (open(item) === null) return true;
      if (at % 100 === 99) await breathe();
    }
    return false;
  }

  return { compareKeys, compareSeals };
}

function tableOf(table: string, isFaulty: boolean): Found {
  return { looked: 1, faults: isFaulty ? 1 : 0, examples: isFaulty ? [table] : [] };
}
