import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

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

  it('seals a member beside an item differently for each, and opens it there only [ANON-116]', () => {
    const seal = createSeal(Buffer.alloc(64, 1));
    const sealed = seal.sealIn(1, 7);
    expect(seal.sealIn(1, 7).equals(sealed)).toBe(true);
    for (const other of [seal.sealIn(2, 7), seal.sealIn(1, 8)]) {
      expect(other.equals(sealed)).toBe(false);
    }
    expect(sealed.subarray(1).equals(seal.seal(7))).toBe(false);
    expect(seal.openIn(1, sealed)).toBe(7);
    const closed = [seal.openIn(2, sealed), seal.openIn(1, seal.seal(7)), seal.open(sealed)];
    expect(closed).toEqual([null, null, null]);
    expect(createSeal(Buffer.alloc(64, 2)).openIn(1, sealed)).toBeNull();
  });

  it('has a key for the marks of each member, which another installation has not [ANON-116]', () => {
    const [seal, other] = [createSeal(Buffer.alloc(64, 1)), createSeal(Buffer.alloc(64, 2))];
    expect(seal.markKey(7)).toBe(seal.markKey(7));
    const keys = [seal.markKey(7), seal.markKey(8), other.markKey(7)];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
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
