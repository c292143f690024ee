import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSeal, loadSeal } from './seal.ts';
import { deleteKey } from './wrapped-keys.repo.ts';
import { loadWrappedKey } from './wrapped-keys.ts';

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
    expect(seal.seal(7)).toBe(seal.seal(7));
  });

  it('opens a text as a text only, and equal ones are equal', () => {
    const seal = createSeal(Buffer.alloc(64, 1));
    const sealed = seal.sealText('쓰던 글');
    expect(sealed.includes('쓰던')).toBe(false);
    expect(seal.sealText('쓰던 글').equals(sealed)).toBe(true);
    expect(seal.openText(sealed)).toBe('쓰던 글');
    expect(createSeal(Buffer.alloc(64, 2)).openText(sealed)).toBeNull();
    expect([seal.openText(seal.seal(7)), seal.open(sealed)]).toEqual([null, null]);
  });

  it('opens what the database of an installation stores, also after an upgrade', () => {
    const seal = createSeal(Buffer.alloc(64, 1));
    const hex = (bytes: Buffer) => bytes.toString('hex');
    expect(hex(seal.seal(7))).toBe('b6f22ee44486b751bbe0ef33ab374675bfb44590152cb51a');
    expect(hex(seal.hashText('쓰던 글'))).toBe(
      '2c52a2210f0f4db470a7e71762e898f0baaff64aa771772045812089e0479e18',
    );
    expect(hex(seal.sealText('쓰던 글'))).toBe(
      '99db904eb7fce1036485e93967f6d90c906e0354b405e3880b4e',
    );
    const ofMember = '325eb1eaff77cac9e1995c3e3befcc5872c9cdd2143ecc45514310659dfc9a4543f99fec6325';
    expect(seal.openFor(7, Buffer.from(ofMember, 'hex'))).toBe('쓰던 글');
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
  beforeEach(() => deleteKey(database.db, 'author-seal'));

  it('loads the key under the name by which installations store it', async () => {
    const { db } = database;
    const make = () => Buffer.alloc(64, 1);
    await loadWrappedKey(db, [OLD], { name: 'author-seal', make });
    expect((await loadSeal(db, [OLD])).open(createSeal(make()).seal(42))).toBe(42);
  });

  it('keeps one key across restarts and a rotation of the secret', async () => {
    const { db } = database;
    const sealed = (await loadSeal(db, [OLD])).seal(42);
    expect((await loadSeal(db, [OLD])).open(sealed)).toBe(42);
    expect((await loadSeal(db, [NEW, OLD])).open(sealed)).toBe(42);
    expect((await loadSeal(db, [NEW])).open(sealed)).toBe(42);
  });

  it('throws a SealError when no secret opens the key', async () => {
    await loadSeal(database.db, [OLD]);
    await expect(loadSeal(database.db, ['a-foreign-secret-of-another-place-00'])).rejects.toThrow(
      'TOKEN_SECRET',
    );
  });
});
