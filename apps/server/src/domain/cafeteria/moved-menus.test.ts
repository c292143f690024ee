import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock.ts';
import type { DatedPart } from './meal-file.ts';
import type { DayRow } from './menus.repo.ts';
import { findMove, reachOf } from './moved-menus.ts';

const MONDAY = '2026-11-23';
const SOURCE = 'source:menu';
const WEEK = ['쌀밥', '카레', '국수', '우동', '비빔밥'];

const part = (date: string, ...dishes: string[]): DatedPart => ({
  date,
  cafeteria: 'staff',
  state: dishes.length === 0 ? 'CLOSED' : 'OPEN',
  dishes: dishes.length === 0 ? {} : { LUNCH: dishes },
});
const weekOf = (first: string, dishes: readonly string[] = WEEK) =>
  dishes.map((dish, n) => part(addDays(first, n), dish));
const rowOf = ({ date, state, dishes }: DatedPart, staffSource: string | null): DayRow => ({
  ...{ day: date, studentState: 'NOT_POSTED', staffState: state, student: {}, staff: dishes },
  ...{ studentSource: null, staffSource, updatedAt: new Date(0) },
});
const moveOf = (
  parts: readonly DatedPart[],
  before: readonly DatedPart[] = weekOf(MONDAY),
  owner: string | null = SOURCE,
) => {
  const stored = new Map(before.map((one) => [one.date, rowOf(one, owner)]));
  return findMove(parts, { stored, source: SOURCE });
};

describe('menus that are stored for other days', () => {
  it.each([-6, -2, -1, 1, 2, 6])('are found %i days away [SRC-274]', (days) => {
    const from = addDays(MONDAY, days);
    expect(moveOf(weekOf(from))).toEqual({
      ...{ by: days, from, to: addDays(from, 4) },
      hash: expect.any(String),
    });
  });

  it('are found when a new day is beside them, and have a hash of their own [SRC-274]', () => {
    const moved = weekOf('2026-11-24');
    const longer = [...moved, part('2026-11-30', '새 메뉴')];
    expect(moveOf(longer)?.by).toBe(1);
    expect(moveOf(longer)?.hash).not.toBe(moveOf(moved)?.hash);
    expect(moveOf(moved)?.hash).toBe(moveOf(moved)?.hash);
  });

  it.each([
    ['the same menus once more', weekOf(MONDAY), undefined],
    ['the same menus a week later', weekOf('2026-11-30'), undefined],
    ['other menus', weekOf('2026-11-24', ['가', '나', '다', '라', '마']), undefined],
    ['one changed day', [...weekOf(MONDAY).slice(0, 4), part('2026-11-27', '쌀밥')], undefined],
    ['a week that goes on', weekOf('2026-11-24', [...WEEK.slice(1), '새 메뉴']), undefined],
    [
      'a menu that is the same each day',
      weekOf('2026-11-24', ['밥', '밥', '밥']),
      ['밥', '밥', '밥'],
    ],
    ['one day alone', [part('2026-11-24', '쌀밥')], undefined],
    ['a closed week', [part('2026-11-24'), part('2026-11-25')], undefined],
    ['nothing', [], undefined],
  ])('are none: %s [SRC-274]', (_name, parts, before) => {
    expect(moveOf(parts, before && weekOf(MONDAY, before))).toBeNull();
  });

  it('are those of the same source alone [SRC-274]', () => {
    expect(moveOf(weekOf('2026-11-24'), weekOf(MONDAY), null)).toBeNull();
    expect(moveOf(weekOf('2026-11-24'), weekOf(MONDAY), 'source:other')).toBeNull();
    expect(reachOf([part(MONDAY)])).toHaveLength(13);
  });
});
