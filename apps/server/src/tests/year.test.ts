import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lectureForm } from '../testing/factories/lectures.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  manager = await t.signIn('MANAGER');
  for (const [title, kind, startsOn, endsOn = startsOn] of [
    ['2027학년도 1학기 수강신청', 'REGISTRATION', '2027-02-15', '2027-02-19'],
    ['1학기 개강', 'CLASSES', '2027-03-02'],
    ['1학기 종강', 'CLASSES', '2027-06-18'],
    ['2학기 수강신청', 'REGISTRATION', '2027-08-02', '2027-08-06'],
    ['2학기 개강', 'CLASSES', '2027-08-30'],
    ['추석 연휴', 'HOLIDAY', '2027-09-14', '2027-09-16'],
    ['2학기 종강', 'CLASSES', '2027-12-17'],
    ['예비 수강신청', 'REGISTRATION', '2027-12-06', '2027-12-10'],
  ]) {
    const body = { title, kind, startsOn, endsOn };
    const { status } = await t.call('POST', '/api/admin/academic-dates', { as: manager, body });
    expect(status).toBe(201);
  }
});
afterAll(() => t.close());

const key = ({ year, semester }: { year: number; semester: number }) => `${year}-${semester}`;

describe('a year of the academic calendar', () => {
  it.each([
    // What is today, the current and the planned term, whether lectures are over, and the term of lectures without a year.
    ['winter', '2026-12-28', '2026-2', '2026-2', true, 2027, 2027],
    ['New Year', '2027-01-01', '2026-2', '2026-2', true, 2027, 2027],
    ['the day before the enrolment', '2027-02-14', '2026-2', '2026-2', true, 2027, 2027],
    ['the enrolment', '2027-02-15', '2026-2', '2027-1', true, 2027, 2027],
    ['28 February', '2027-02-28', '2026-2', '2027-1', true, 2027, 2027],
    ['1 March', '2027-03-01', '2027-1', '2027-1', false, 2027, 2027],
    ['개강', '2027-03-02', '2027-1', '2027-1', false, 2027, 2027],
    ['종강', '2027-06-18', '2027-1', '2027-1', false, 2027, 2027],
    ['the day after', '2027-06-19', '2027-1', '2027-1', true, 2028, 2027],
    ['the enrolment in autumn', '2027-08-02', '2027-1', '2027-2', true, 2028, 2027],
    ['개강 in August', '2027-08-30', '2027-2', '2027-2', false, 2028, 2027],
    ['a holiday', '2027-09-15', '2027-2', '2027-2', false, 2028, 2027],
    ['an early enrolment', '2027-12-06', '2027-2', '2028-1', false, 2028, 2027],
    ['29 February', '2028-02-29', '2027-2', '2028-1', true, 2028, 2028],
    ['1 March of a leap year', '2028-03-01', '2028-1', '2028-1', false, 2028, 2028],
  ])('on %s (%s) [TIME-81, TIME-82]', async (_, day, current, planned, isOver, first, second) => {
    t.clock.set(new Date(`${day}T00:00:00+09:00`));
    for (const time of ['00:00:00', '23:59:59']) {
      t.clock.set(new Date(`${day}T${time}+09:00`));
      manager = await t.signInAs(manager);
      const { json } = await t.call('GET', '/api/lecture-room/terms', { as: manager });
      expect([key(json.current), key(json.planned), json.current.isOver]).toEqual([
        current,
        planned,
        isOver,
      ]);
      expect(json.terms.map(key)).toEqual(expect.arrayContaining([current, planned]));
    }
    for (const [semester, year] of [
      [1, first],
      [2, second],
    ]) {
      const body = { ...lectureForm({ title: `${day} ${semester}` }), semester, year: undefined };
      const { json } = await t.call('POST', '/api/lecture-room', { as: manager, body });
      expect(json.lecture).toMatchObject({ year, semester });
    }
  });

  it('is shown to staff with what no entry names [TIME-83]', async () => {
    manager = await t.signInAs(manager);
    const url = '/api/admin/academic-dates?from=2027-03-01&to=2028-02-29';
    const { json } = await t.call('GET', url, { as: manager });
    expect(json.terms).toEqual([
      {
        ...{ year: 2027, semester: 1, enrolment: '2027-02-15', from: '2027-03-02' },
        ...{ to: '2027-06-18', named: ['enrolment', 'from', 'to'] },
      },
      {
        ...{ year: 2027, semester: 2, enrolment: '2027-08-02', from: '2027-08-30' },
        ...{ to: '2027-12-17', named: ['enrolment', 'from', 'to'] },
      },
    ]);
    const other = await t.call('GET', '/api/admin/academic-dates?from=2037-03-01&to=2038-02-28', {
      as: manager,
    });
    expect(other.json.terms.map(({ named }: { named: string[] }) => named)).toEqual([[], []]);
  });

  it('begins without entries four weeks before the first Monday of its month [TIME-82]', async () => {
    for (const [day, planned] of [
      ['2029-02-04', '2028-2'],
      ['2029-02-05', '2029-1'],
    ]) {
      t.clock.set(new Date(`${day}T12:00:00+09:00`));
      manager = await t.signInAs(manager);
      const { json } = await t.call('GET', '/api/lecture-room/terms', { as: manager });
      expect(key(json.planned)).toBe(planned);
    }
  });
});
