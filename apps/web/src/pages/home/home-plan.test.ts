import type { BoardType } from '@naru/contract/boards';
import type { CurrentTerm } from '@naru/contract/lectures';
import { describe, expect, it } from 'vitest';
import { lectureFixture } from '../../testing/lectures.ts';
import { type HomeFacts, planHome } from './home-plan.ts';

const NO_MEALS = {
  studentCafeteria: { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};
const TERM = {
  year: 2026,
  semester: 2,
  name: '2026년 2학기',
  from: '2026-09-01',
  to: '2026-12-20',
} as unknown as CurrentTerm;
const open = (date: string) => ({
  date,
  studentState: 'OPEN' as const,
  staffState: 'OPEN' as const,
  studentCafeteria: { ...NO_MEALS.studentCafeteria, SET_MENU: ['제육볶음'] },
  staffCafeteria: { ...NO_MEALS.staffCafeteria, LUNCH: ['갈비탕'], DINNER: ['카레'] },
});
const closed = (date: string) => ({
  date,
  studentState: 'CLOSED' as const,
  staffState: 'CLOSED' as const,
  ...NO_MEALS,
});
const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return { dow: 'FRIDAY' as const, minutes: hours * 60 + minutes, day: '2026-11-20' };
};
const FRIDAY = lectureFixture(1, '자료구조', [{ dow: 'FRIDAY', startTime: 13, endTime: 15 }]);
const ALL: BoardType[] = ['NOTICE', 'FREE', 'QNA', 'MARKET', 'POPULAR'];

/** A Friday noon of a student who has everything. */
const FULL: HomeFacts = {
  time: at('12:00'),
  isPhone: true,
  isStaff: false,
  isFirst: true,
  booking: undefined,
  owed: undefined,
  term: TERM,
  dates: [{ title: '기말고사', startsOn: '2026-11-23', endsOn: '2026-11-27' }],
  lectures: [{ ...FRIDAY, unreadCount: 3 }],
  meals: { ...open('2026-11-20'), next: open('2026-11-21') },
  waiting: undefined,
  mustReads: 1,
  favorites: ['NOTICE', 'FREE', 'QNA'],
  filled: new Set(ALL),
  links: 4,
  events: 2,
  videos: 1,
  hasFailed: false,
};
/** A member about whom nothing is known, on a day without anything. */
const EMPTY: HomeFacts = {
  ...FULL,
  ...{ isFirst: false, term: undefined, dates: [], lectures: [], meals: closed('2026-11-20') },
  ...{ mustReads: 0, favorites: [], filled: new Set(), links: 0, events: 0, videos: 0 },
};

const linesOf = (facts: Partial<HomeFacts>) =>
  planHome({ ...FULL, ...facts }).lines.map(({ kind }) => kind);
const mealAt = (clock: string, facts: Partial<HomeFacts> = {}) => {
  const lines = planHome({ ...FULL, time: at(clock), ...facts }).lines;
  const found = lines.find((line) => line.kind === 'meal');
  return found && `${found.meal.label} ${found.meal.text}`;
};

describe('the order of home', () => {
  it('is on a phone: what is due, the day, links, notices, favourites, and the rest [UI-750]', () => {
    const { top, main, side } = planHome(FULL);
    expect(top).toEqual(['first-visit', 'must-reads', 'today', 'links']);
    expect(main).toEqual(['notices', 'favorites', 'events', 'community', 'market', 'videos']);
    expect(side).toEqual([]);
  });

  it('has a second column on wide screens, with the meals and the popular posts [UI-750]', () => {
    const { top, main, side } = planHome({ ...FULL, isPhone: false });
    expect(top).toEqual(['first-visit', 'must-reads', 'today', 'favorites', 'links']);
    expect(main).toEqual(['notices', 'community', 'events', 'market']);
    expect(side).toEqual(['popular', 'meals', 'videos']);
  });

  it('leaves out what has nothing to show [UI-751]', () => {
    const { lines, top, main } = planHome(EMPTY);
    expect([lines, top, main]).toEqual([[], [], ['notices', 'community']]);
    expect(planHome({ ...EMPTY, isPhone: false }).side).toEqual(['meals']);
  });

  it.each([
    ['isFirst', true, 'first-visit'],
    ['mustReads', 1, 'must-reads'],
    ['links', 1, 'links'],
    ['events', 1, 'events'],
    ['videos', 1, 'videos'],
    ['favorites', ['FREE'], 'favorites'],
    ['filled', new Set(['MARKET']), 'market'],
    ['hasFailed', true, 'today'],
  ] as const)('adds one section for %s [UI-751]', (fact, value, section) => {
    const { top, main } = planHome({ ...EMPTY, [fact]: value });
    expect([...top, ...main].filter((one) => one !== 'notices' && one !== 'community')).toEqual([
      section,
    ]);
  });

  it('says only once that no post could be loaded [UI-751]', () => {
    const { main } = planHome({ ...FULL, filled: undefined });
    expect(main).toEqual(['notices', 'events', 'videos']);
  });

  it('is not longer for staff [UI-750]', () => {
    const student = planHome(FULL);
    const staff = planHome({ ...FULL, isStaff: true, waiting: 4 });
    expect(staff.lines.length).toBeLessThanOrEqual(student.lines.length);
    expect([...staff.top, ...staff.main]).toEqual([...student.top, ...student.main]);
  });

  it('gives a phone at most four favourites, without the board of the notices [UI-754]', () => {
    const favorites: BoardType[] = ['NOTICE', 'FREE', 'QNA', 'SECRET', 'REVIEW', 'MARKET'];
    const rows = (isPhone: boolean) => planHome({ ...FULL, favorites, isPhone }).favorites;
    expect(rows(true)).toEqual(['FREE', 'QNA', 'SECRET', 'REVIEW']);
    expect(rows(false)).toEqual(favorites);
    expect(planHome({ ...FULL, favorites: ['NOTICE'] }).main).not.toContain('favorites');
  });
});

describe('the lines of 오늘', () => {
  it.each([
    ['08:00', ['meal', 'lecture', 'unread', 'dates']],
    ['13:00', ['lecture', 'meal', 'unread', 'dates']],
    ['14:59', ['lecture', 'meal', 'unread', 'dates']],
    ['15:00', ['meal', 'unread', 'dates']],
    ['21:00', ['meal', 'unread', 'dates']],
  ])('are ordered by what comes next at %s [UI-752]', (clock, kinds) => {
    expect(linesOf({ time: at(clock) })).toEqual(kinds);
  });

  it.each([
    ['09:30', ['booking', 'meal', 'lecture', 'unread', 'dates']],
    ['17:00', ['meal', 'lecture', 'booking', 'unread', 'dates']],
  ])('have the next booking of the day at %s, if there is one [BOOK-14]', (time, kinds) => {
    const booking = { name: '세미나실', startsAt: `2026-11-20T${time}:00+09:00` };
    expect(linesOf({ time: at('08:00'), booking })).toEqual(kinds);
  });

  it.each([
    ['2026-11-23', '3일 남음'],
    ['2026-11-20', '오늘까지'],
    ['2026-11-18', '2일 지남'],
  ])('say that answers are owed by %s, to who owes them [PETI-19]', (owedOn, due) => {
    const { lines } = planHome({ ...FULL, owed: { count: 2, owedOn } });
    expect(lines).toContainEqual({ kind: 'owed', count: 2, due });
    expect(lines.length).toBe(planHome(FULL).lines.length + 1);
  });

  it('begin with a lecture before noon that comes before lunch [UI-752]', () => {
    const morning = lectureFixture(2, '선형대수', [{ dow: 'FRIDAY', startTime: 9, endTime: 10 }]);
    expect(linesOf({ time: at('08:00'), lectures: [morning] })).toEqual([
      'lecture',
      'meal',
      'dates',
    ]);
  });

  it.each([
    ['before the term', { time: { ...at('12:00'), day: '2026-08-28' } }],
    ['after the term', { time: { ...at('12:00'), day: '2026-12-25' } }],
    ['without a timetable', { lectures: [] }],
    ['where it could not be loaded', { lectures: undefined }],
    [
      'on a holiday',
      {
        term: {
          ...TERM,
          holidays: [{ id: 1, title: '개교기념일', startsOn: '2026-11-20', endsOn: '2026-11-20' }],
        } as CurrentTerm,
      },
    ],
  ])('have no lecture %s [UI-751, TIME-84]', (_, facts) => {
    expect(linesOf(facts)).not.toContain('lecture');
  });

  it('show staff the questions that wait, others the new posts of their rooms [UI-752]', () => {
    expect(linesOf({ isStaff: true, waiting: 4 })).toContain('waiting');
    expect(linesOf({ isStaff: true, waiting: 0 })).not.toContain('waiting');
    expect(linesOf({ isStaff: true, waiting: 0 })).not.toContain('unread');
    expect(linesOf({ lectures: [FRIDAY] })).not.toContain('unread');
  });

  it.each([
    ['2026-11-27', '2026-11-27', true],
    ['2026-11-28', '2026-11-28', false],
    ['2026-11-01', '2026-11-27', true],
    ['2026-11-01', '2026-11-28', false],
    ['2026-11-01', '2026-11-19', false],
  ])('name a date from %s to %s only within a week: %s [CAL-03]', (startsOn, endsOn, isSoon) => {
    const dates = [{ title: '수강 정정', startsOn, endsOn }];
    expect(linesOf({ dates }).includes('dates')).toBe(isSoon);
  });

  it('say once that something could not be loaded [UI-751]', () => {
    const nothing = { term: undefined, lectures: undefined, meals: undefined, dates: [] };
    expect(linesOf({ ...nothing, hasFailed: true })).toEqual(['failed']);
  });
});

describe('the meal of home', () => {
  it.each([
    ['07:00', '점심 정식 제육볶음'],
    ['13:59', '점심 정식 제육볶음'],
    ['14:00', '저녁 교직원식당 카레'],
    ['18:59', '저녁 교직원식당 카레'],
    ['19:00', '내일 정식 제육볶음'],
  ])('is at %s %s [MEAL-212]', (clock, text) => {
    expect(mealAt(clock)).toBe(text);
  });

  it('is for staff that of their own cafeteria [MEAL-212]', () => {
    expect(mealAt('12:00', { isStaff: true })).toBe('점심 교직원식당 갈비탕');
  });

  it('is on a closed day that of the next open one [MEAL-212]', () => {
    const meals = { ...closed('2026-11-20'), next: open('2026-11-23') };
    expect(mealAt('12:00', { meals })).toBe('월요일 정식 제육볶음');
  });

  it('is absent without any [UI-751]', () => {
    expect(mealAt('12:00', { meals: closed('2026-11-20') })).toBeUndefined();
    expect(mealAt('20:00', { meals: open('2026-11-20') })).toBeUndefined();
  });
});
