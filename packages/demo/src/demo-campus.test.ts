import { LIMITS } from '@naru/contract/limits';
import { createTestApp, type TestApp } from '@naru/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    await t.db.transaction((tx) => insertDemoCampus(tx, NOW));
  });
  afterAll(() => t.close());

  it('inserts the meals of today and the banners', async () => {
    const member = await t.signIn('USER');
    const menu = await t.call('GET', '/api/Menu/2026/11/20', { as: member });
    expect(menu.json).toMatchObject({ studentState: 'OPEN', studentCafeteria: { RAMEN: [] } });
    expect(menu.json.studentCafeteria.SET_MENU.length).toBeGreaterThan(3);
    const banners = await t.call('GET', '/api/banners', { as: member });
    expect(banners.json.normalBanners).toHaveLength(3);
    expect(banners.json.mediaBanners).toHaveLength(2);
    expect(banners.text).not.toContain('{{');
  });
});
