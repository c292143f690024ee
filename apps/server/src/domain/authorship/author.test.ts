import { describe, expect, it } from 'vitest';
import {
  isAnonymousId,
  isAuthor,
  randomAnonymousId,
  storedAuthor,
  storedClientId,
  storedTime,
} from './author.ts';

const self = { memberId: 7, seal: Buffer.from('seal of 7') };
const other = { memberId: 8, seal: Buffer.from('seal of 8') };

describe('isAuthor and storedAuthor', () => {
  it.each([false, true])(
    'store either id or seal and recognise the author by it (anonymous: %s)',
    (hidden) => {
      const row = storedAuthor(hidden, self);
      expect([row.authorId === null, row.authorSeal === null]).toEqual([hidden, !hidden]);
      expect(isAuthor(row, self)).toBe(true);
      expect(isAuthor(row, other)).toBe(false);
    },
  );

  it('recognise no author once all traces are erased', () => {
    expect(isAuthor({ authorId: null, authorSeal: null }, self)).toBe(false);
  });
});

describe('anonymous rows', () => {
  it('get a safe-integer id above the sequence', () => {
    const ids = Array.from({ length: 50 }, randomAnonymousId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toBeGreaterThanOrEqual(2 ** 40);
      expect(id).toBeLessThan(2 ** 47);
      expect(isAnonymousId(id)).toBe(true);
    }
    expect([2 ** 40, 2 ** 40 - 1].map(isAnonymousId)).toEqual([true, false]);
  });

  it('get a client id that does not link them to open ones', () => {
    const seal = { hashText: (text: string) => Buffer.from(`hash of ${text}`) };
    expect(storedClientId(false, seal, 'a')).toBe('a');
    expect(storedClientId(false, seal, null)).toBeNull();
    expect(storedClientId(true, seal, null)).toBeNull();
    const hidden = storedClientId(true, seal, 'a') ?? '';
    expect(Buffer.from(hidden, 'base64url').toString()).toBe('hash of client id a');
    expect(hidden).toMatch(/^[\w-]+$/);
  });

  it('get a time truncated to the minute', () => {
    const now = new Date('2026-11-20T14:02:59.999Z');
    expect(storedTime(true, now)).toEqual(new Date('2026-11-20T14:02:00Z'));
    expect(storedTime(false, now)).toEqual(now);
  });
});
