import { LIMITS } from '@naru/contract/limits';
import { createTestApp, type TestApp } from '@naru/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDemoBanners } from './demo-banners.ts';
import {
  demoCafeteriaDays,
  demoDates,
  insertDemoCampus,
  insertDemoDates,
  removeDemoDates,
} from './demo-campus.ts';
import { demoSchoolPage } from './demo-school.ts';
import { withDemoDomains } from './demo-site.ts';

it('has student domains of its own unless others are set or the demo is off [UI-250]', () => {
  const none = { STUDENT_EMAIL_DOMAINS: [] };
  const own = { DEMO: true, STUDENT_EMAIL_DOMAINS: ['g.example.ac.kr'] };
  expect(withDemoDomains({ ...none, DEMO: false }).STUDENT_EMAIL_DOMAINS).toEqual([]);
  expect(withDemoDomains(own)).toBe(own);
  expect(withDemoDomains({ ...none, DEMO: true }).STUDENT_EMAIL_DOMAINS).toEqual([
    'g.kmou.ac.kr',
    'kmou.ac.kr',
  ]);
});

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

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

const NOW = new Date('2026-11-20T05:00:30.000Z');

describe('demoCafeteriaDays', () => {
  it('covers the readable range from the day of filling in Korea', () => {
    const days = demoCafeteriaDays(new Date('2026-11-19T15:30:00Z')).map(({ day }) => day);
    expect(days[0]).toBe('2026-11-06');
    expect(days[LIMITS.cafeteriaDaysShown]).toBe('2026-11-20');
    expect(days.length).toBeGreaterThan(2 * LIMITS.cafeteriaDaysShown);
    expect(new Set(days).size).toBe(days.length);
  });

  it('closes at weekends and sometimes omits a category', () => {
    const rows = demoCafeteriaDays(NOW);
    for (const { day, studentState, student } of rows) {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      expect([day, studentState]).toEqual([day, isWeekend ? 'CLOSED' : 'OPEN']);
      expect(Object.keys(student)).toHaveLength(isWeekend ? 0 : 4);
    }
    const open = rows.filter(({ studentState }) => studentState === 'OPEN');
    const empty = (list: string[] | undefined) => list?.length === 0;
    for (const days of [
      open.map(({ student }) => student.RAMEN),
      open.map(({ staff }) => staff.BREAKFAST),
    ]) {
      const count = days.filter(empty).length;
      expect(count).toBeGreaterThan(3);
      expect(count).toBeLessThan(open.length / 2);
    }
    expect(open.some(({ student }) => empty(student.SET_MENU))).toBe(false);
  });
});

describe('insertDemoCampus', () => {
  beforeAll(async () => {
    t.clock.set(NOW);
    const picture = { key: 'p'.repeat(24), url: '/files/p.webp', width: 2, height: 1, bytes: 9 };
    const key = 'c'.repeat(24);
    const clip = { key, url: `/files/videos/${key}.webm`, bytes: 9 };
    await t.db.transaction(async (tx) => {
      await insertDemoCampus(tx, NOW);
      await insertDemoBanners(tx, NOW, {
        pictures: new Map([['fair-banner', picture]]),
        clips: new Map([['vessel', { ...clip, contentType: 'video/webm' as const }]]),
      });
    });
  });

  it('inserts the meals of today and the banners', async () => {
    const member = await t.signIn('USER');
    const menu = await t.call('GET', '/api/Menu/2026/11/20', { as: member });
    expect(menu.json).toMatchObject({ studentState: 'OPEN' });
    expect(menu.json.studentCafeteria).not.toHaveProperty('RAMEN');
    expect(menu.json.studentCafeteria.SET_MENU.length).toBeGreaterThan(3);
    const banners = await t.call('GET', '/api/banners', { as: member });
    expect(banners.json.normalBanners).toHaveLength(3);
    expect(banners.json.normalBanners[0].imageUrl).toBe('/files/p.webp');
    expect(banners.json.mediaBanners).toMatchObject([
      { targetUrl: `/files/videos/${'c'.repeat(24)}.webm`, videoId: null },
    ]);
    expect(banners.text).not.toContain('{{');
    expect(banners.text).not.toContain('youtube');
    const council = await t.signIn('STUDENT_COUNCIL');
    const all = await t.call('GET', '/api/banners/all', { as: council });
    const { startsOn: waits } = all.json.normalBanners[3];
    const { endsOn: over } = all.json.normalBanners[4];
    expect([waits > '2026-11-20', over < '2026-11-20']).toEqual([true, true]);
  });
});

const SCHOOL_NOW = new Date('2026-11-23T03:00:00Z');
const find = (name: string) =>
  demoSchoolPage(name, 'http://localhost:3000/dev/school/', SCHOOL_NOW);

describe('the pages of the demo school', () => {
  it('have their names', async () => {
    expect((await find('schedule.pdf'))?.contentType).toBe('application/pdf');
  });

  it.each(['constructor', '__proto__', 'toString', 'nothing.html'])(
    'are not found as %s [INPUT-11]',
    async (name) => {
      expect(await find(name)).toBeNull();
    },
  );
});
