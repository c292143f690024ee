import { describe, expect, it } from 'vitest';
import { drawAnonymousId, isAuthor, storedAuthor, timeOf } from './author.ts';

const self = { memberId: 7, seal: Buffer.from('seal of 7') };
const other = { memberId: 8, seal: Buffer.from('seal of 8') };

describe('the author of a row', () => {
  it.each([false, true])('is known by id or seal, and only one of them is stored: %s', (hidden) => {
    const row = storedAuthor(hidden, self);
    expect([row.authorId === null, row.authorSeal === null]).toEqual([hidden, !hidden]);
    expect(isAuthor(row, self)).toBe(true);
    expect(isAuthor(row, other)).toBe(false);
  });

  it('is nobody when all traces are erased', () => {
    expect(isAuthor({ authorId: null, authorSeal: null }, self)).toBe(false);
  });
});

describe('traces of an anonymous row', () => {
  it('have an id far above the counted ones that JavaScript holds exactly', () => {
    const ids = Array.from({ length: 50 }, drawAnonymousId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toBeGreaterThanOrEqual(2 ** 40);
      expect(id).toBeLessThan(2 ** 47);
    }
  });

  it('have a time cut to the minute', () => {
    const now = new Date('2026-11-20T14:02:59.999Z');
    expect(timeOf(true, now)).toEqual(new Date('2026-11-20T14:02:00Z'));
    expect(timeOf(false, now)).toEqual(now);
  });
});
