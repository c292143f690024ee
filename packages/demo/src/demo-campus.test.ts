import { LIMITS } from '@naru/contract/limits';
import { createTestApp, type TestApp } from '@naru/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDemoBanners } from './demo-banners.ts';
import { demoCafeteriaDays, insertDemoCampus } from './demo-campus.ts';

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
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
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
  afterAll(() => t.close());

  it('inserts the meals of today and the banners', async () => {
    const member = await t.signIn('USER');
    const menu = await t.call('GET', '/api/Menu/2026/11/20', { as: member });
    expect(menu.json).toMatchObject({ studentState: 'OPEN', studentCafeteria: { RAMEN: [] } });
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
