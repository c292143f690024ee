import { expect, it } from 'vitest';
import { presentDay } from './present.ts';

const student = { SET_MENU: ['국'], WESTERN: ['돈가스'], SNACK: ['김밥'], RAMEN: ['라면'] };
const staff = { BREAKFAST: ['죽'], LUNCH: ['밥'], DINNER: ['면'] };
const nothing = {
  studentCafeteria: { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};
const day = (studentState: string, staffState: string, more: object = {}) =>
  presentDay('2026-11-20', { studentState, staffState, student, staff, ...more } as never);

it('shows the dishes of what is open', () => {
  const shown = { studentCafeteria: student, staffCafeteria: staff };
  expect(day('OPEN', 'OPEN')).toMatchObject({ studentState: 'OPEN', staffState: 'OPEN', ...shown });
  expect(day('OPEN', 'CLOSED')).toMatchObject({ ...shown, staffCafeteria: nothing.staffCafeteria });
  expect(day('CLOSED', 'OPEN')).toMatchObject({ ...nothing, staffCafeteria: staff });
  expect(day('OPEN', 'OPEN', { student: {}, staff: {} })).toMatchObject(nothing);
});

it('shows a day without a row as not posted', () => {
  const states = { studentState: 'NOT_POSTED', staffState: 'NOT_POSTED' };
  expect(presentDay('2026-11-20', undefined)).toEqual({
    date: '2026-11-20',
    ...states,
    ...nothing,
  });
});
