import { describe, expect, it } from 'vitest';
import { toKst } from '../../platform/clock.ts';
import { jsonParts } from './account.export-file.ts';

describe('the JSON of an export', () => {
  it('is that of JSON.stringify, with dates in Korean time', () => {
    const at = new Date('2026-11-20T00:00:30Z');
    const record = (date: unknown) => ({
      profile: { name: '가\n나 "다"', at: date, none: null },
      empty: [],
      posts: [{ id: 1, at: date, tags: ['a', 'b'], nested: { list: [] } }, null, 'text'],
      count: 3,
      left: undefined,
      nothing: null,
    });
    const text = [...jsonParts(record(at))].join('');
    expect(text).toBe(JSON.stringify(record(toKst(at)), null, 2));
  });

  it('has a part for each item of a list [LIMIT-09]', () => {
    const posts = Array.from({ length: 50 }, (_, id) => ({ id, content: 'x'.repeat(1000) }));
    const lengths = [...jsonParts({ posts })].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(1200);
  });
});
