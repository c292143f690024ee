import { createTestApp, type TestApp } from '@naru/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDates, insertDemoDates, removeDemoDates } from './demo-academic-dates.ts';

describe('demoDates', () => {
  it.each(['2026-11-20', '2027-01-31', '2027-02-28', '2027-03-01', '2028-02-29', '2026-08-31'])(
    'has something that goes on and something that comes soon on %s [CAL-11]',
    (day) => {
      const dates = demoDates(new Date(`${day}T12:00:00+09:00`));
      const going = dates.filter(({ startsOn, endsOn }) => startsOn <= day && endsOn >= day);
      expect(going.length).toBeGreaterThan(0);
      expect(dates.filter(({ startsOn }) => startsOn > day).length).toBeGreaterThan(20);
      for (const { startsOn, endsOn } of dates) expect(startsOn <= endsOn).toBe(true);
      const keys = dates.map(({ title, startsOn }) => `${title} ${startsOn}`);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it('begins terms on the first Monday of lectures', () => {
    const dates = demoDates(new Date('2026-11-20T05:00:00Z'));
    const starts = dates.filter(({ title }) => title === '개강').map(({ startsOn }) => startsOn);
    expect(starts).toContain('2026-09-07');
    expect(starts.every((day) => new Date(day).getUTCDay() === 1)).toBe(true);
  });
});

describe('removeDemoDates', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  it('leaves what staff entered or changed [CAL-11]', async () => {
    const manager = await t.signIn('MANAGER');
    await t.db.transaction((tx) => insertDemoDates(tx, t.clock.now()));
    const path = '/api/admin/academic-dates';
    const range = `${path}?from=2026-11-20&to=2026-11-30`;
    const read = async () => (await t.call('GET', range, { as: manager })).json.dates;
    const talk = (await read()).find(({ title }: { title: string }) => title === '진로 특강');
    const { id, version: _, origin: __, isEdited: ___, ...words } = talk;
    const body = { ...words, title: '진로 특강 (취소)' };
    expect((await t.call('PUT', `${path}/${id}`, { as: manager, body })).status).toBe(200);
    await t.call('POST', path, { as: manager, body: { ...words, title: '우리 행사' } });
    await t.db.transaction((tx) => removeDemoDates(tx));
    const left = (await read()).map(({ title }: { title: string }) => title).toSorted();
    expect(left).toEqual(['우리 행사', '진로 특강 (취소)']);
  });
});
