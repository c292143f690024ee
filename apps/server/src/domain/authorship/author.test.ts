import { describe, expect, it } from 'vitest';
import { isAuthor, randomAnonymousId, storedAuthor, storedTime } from './author.ts';

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
    }
  });

  it('get a time truncated to the minute', () => {
    const now = new Date('2026-11-20T14:02:59.999Z');
    expect(storedTime(true, now)).toEqual(new Date('2026-11-20T14:02:00Z'));
    expect(storedTime(false, now)).toEqual(now);
  });
});
