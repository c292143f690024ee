import { sourceConfigSchema } from '@naru/contract/source-config';
import { describe, expect, it } from 'vitest';
import { readSource } from '../features/sources/reading/read-source.ts';
import { parsePageHere } from '../features/sources/reading/reading.fixture.ts';
import { loadDemo, withDemoSchool } from '../wiring/demo.ts';

const publicUrl = 'http://localhost:3000';
const demo = await loadDemo();
const fetchPage = withDemoSchool(
  demo,
  async () => {
    throw new Error('asked the network');
  },
  { publicUrl, clock: { now: () => new Date('2026-11-23T03:00:00Z') } },
);
const sources = demo.sources(`${publicUrl}/dev/school/`);

describe('the sources of the demo', () => {
  it('are one of each type [SRC-57]', () => {
    const types = sourceConfigSchema.def.options.map(({ def }) => def.shape.type.def.values[0]);
    expect(sources.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
  });

  it.each(sources.map((config) => [config.type, config] as const))(
    'of the type %s brings all of its page, without a network [SRC-57]',
    async (_type, config) => {
      const now = new Date('2026-11-23T03:00:00Z');
      const reading = await readSource(config, null, { fetchPage, now, parsePage: parsePageHere });
      if (reading.status !== 'read') throw new Error('a first reading cannot be unchanged');
      expect(reading.faults).toEqual([]);
      const { content } = reading;
      if (content.kind === 'articles') {
        expect(content.articles.every((one) => one.content.includes('<p>'))).toBe(true);
        expect(content.articles[0]?.publishedAt).toEqual(new Date('2026-11-01T00:00:00+09:00'));
      } else if (content.kind === 'menus') {
        expect(content.days.map(({ state }) => state)).toEqual(
          expect.arrayContaining(['OPEN', 'CLOSED']),
        );
      } else {
        expect(content.dates).toHaveLength(2);
        expect(content.dates.every(({ startDate }) => startDate.startsWith('2026-12'))).toBe(true);
      }
    },
  );
});
