import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSeal, loadSeal } from './seal.ts';

const OLD = 'an-old-secret-of-this-installation-0001';
const NEW = 'a-new-secret-of-this-installation-00002';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => database.drop());

describe('createSeal', () => {
  it('returns the same seal per member and opens only its own [ANON-27]', () => {
    const seal = createSeal(Buffer.alloc(64, 1));
    const other = createSeal(Buffer.alloc(64, 2));
    expect(seal.seal(7).equals(seal.seal(7))).toBe(true);
    expect(seal.seal(7).equals(seal.seal(8))).toBe(false);
    expect(seal.open(seal.seal(7))).toBe(7);
    expect(other.open(seal.seal(7))).toBeNull();
    expect(seal.open(Buffer.from('nonsense'))).toBeNull();
  });

  it('opens the text of a member for that member only [POST-254]', () => {
    const seal = createSeal(Buffer.alloc(64, 1));
    const sealed = seal.sealFor(7, '쓰던 글');
    expect(sealed.includes('쓰던')).toBe(false);
    expect(seal.sealFor(7, '쓰던 글').equals(sealed)).toBe(false);
    expect(seal.openFor(7, sealed)).toBe('쓰던 글');
    expect(seal.openFor(8, sealed)).toBeNull();
    expect(createSeal(Buffer.alloc(64, 2)).openFor(7, sealed)).toBeNull();
    expect(seal.openFor(7, Buffer.from('nonsense'))).toBeNull();
  });
});

describe('loadSeal', () => {
  it('keeps one key across restarts and a rotation of the secret', async () => {
    const { db } = database;
    const sealed = (await loadSeal(db, [OLD])).seal(42);
    expect((await loadSeal(db, [OLD])).open(sealed)).toBe(42);
    expect((await loadSeal(db, [NEW, OLD])).open(sealed)).toBe(42);
    expect((await loadSeal(db, [NEW])).open(sealed)).toBe(42);
  });

  it('throws a SealError when no secret opens the key', async () => {
    await expect(loadSeal(database.db, ['a-foreign-secret-of-another-place-00'])).rejects.toThrow(
      'TOKEN_SECRET',
    );
  });
});
