import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { deleteKey } from './wrapped-keys.repo.ts';
import { loadSeal, loadWrappedKey } from './wrapped-keys.ts';

const OLD = 'an-old-secret-of-this-installation-0001';
const NEW = 'a-new-secret-of-this-installation-00002';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => database.drop());

describe('loadSeal', () => {
  beforeEach(() => deleteKey(database.db, 'author-seal'));

  it('loads the key under the name by which installations store it', async () => {
    const { db } = database;
    const make = () => Buffer.alloc(64, 1);
    await loadWrappedKey(db, [OLD], { name: 'author-seal', make });
    expect((await loadSeal(db, [OLD])).open(createSeal(make()).seal(42))).toBe(42);
  });

  it('keeps one key across restarts and a rotation of the secret', async () => {
    const { db } = database;
    const first = await loadSeal(db, [OLD]);
    const [sealed, markKey] = [first.seal(42), first.markKey(42)];
    expect((await loadSeal(db, [OLD])).open(sealed)).toBe(42);
    expect((await loadSeal(db, [NEW, OLD])).open(sealed)).toBe(42);
    const last = await loadSeal(db, [NEW]);
    expect(last.open(sealed)).toBe(42);
    expect(last.openIn(7, first.sealIn(7, 42))).toBe(42);
    expect(last.markKey(42)).toEqual(markKey);
  });

  it('throws a SealError when no secret opens the key', async () => {
    await loadSeal(database.db, [OLD]);
    await expect(loadSeal(database.db, ['a-foreign-secret-of-another-place-00'])).rejects.toThrow(
      'TOKEN_SECRET',
    );
  });
});
