import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clearAcademicDates,
  createAcademicDate,
  readAcademicDates,
} from '../../testing/factories/school.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { kindOf, type SourceDate } from './clean-dates.ts';
import { createDateImport } from './import-dates.ts';

/** Today is 2026-11-20. */
const PAST = { sourceId: 'a', title: '개강', startDate: '2026-09-01', endDate: '2026-09-01' };
const RUNNING = {
  sourceId: 'b',
  title: '등록 기간',
  startDate: '2026-11-18',
  endDate: '2026-11-24',
};
const NEXT = { sourceId: 'c', title: '기말고사', startDate: '2026-12-14', endDate: '2026-12-18' };

let t: TestApp;
let manager: SignedIn;
let load: ReturnType<typeof createDateImport>;
beforeAll(async () => {
  t = await createTestApp();
  manager = await t.signIn('MANAGER');
  load = createDateImport(t);
});
afterAll(() => t.close());
beforeEach(() => clearAcademicDates(t));

const source = { key: 'univ' };
const counts = async (...dates: SourceDate[]) => {
  const { created, updated, removed } = await load(source, dates);
  return [created, updated, removed];
};
const titles = async () => (await readAcademicDates(t)).map(({ title }) => title);

describe('createDateImport', () => {
  it('stores each date once, with a kind by its title [CAL-07]', async () => {
    expect(await counts(PAST, RUNNING, NEXT)).toEqual([3, 0, 0]);
    expect(await counts(PAST, RUNNING, NEXT)).toEqual([0, 0, 0]);
    const stored = await readAcademicDates(t);
    expect(stored.map(({ kind }) => kind)).toEqual(['CLASSES', 'REGISTRATION', 'EXAM']);
    expect(stored[2]).toMatchObject({
      sourceKey: 'univ',
      sourceId: 'c',
      startsOn: '2026-12-14',
      endsOn: '2026-12-18',
    });
  });

  it('changes what the source changed, in the same row, and not those of others [CAL-07]', async () => {
    await counts(NEXT);
    const [before] = await readAcademicDates(t);
    await load({ key: 'other' }, [{ ...NEXT, title: '다른 시험' }]);
    expect(await counts({ ...NEXT, title: '종강', endDate: '2026-12-19' })).toEqual([0, 1, 0]);
    const [changed, other] = await readAcademicDates(t);
    expect(changed).toMatchObject({ id: before?.id, title: '종강', kind: 'CLASSES' });
    expect(changed?.endsOn).toBe('2026-12-19');
    expect(other?.title).toBe('다른 시험');
  });

  it('adds nothing that the calendar has from elsewhere, until it is gone there [CAL-07]', async () => {
    const { title, startDate: startsOn, endDate: endsOn } = NEXT;
    const id = await createAcademicDate(t, { title, startsOn, endsOn });
    expect(await counts(NEXT)).toEqual([0, 0, 0]);
    expect(await counts(NEXT, { ...NEXT, sourceId: 'd', endDate: startsOn })).toEqual([1, 0, 0]);
    await t.call('DELETE', `/api/admin/academic-dates/${id}`, { as: manager });
    expect(await counts(NEXT, { ...NEXT, sourceId: 'd', endDate: startsOn })).toEqual([1, 0, 0]);
    await load({ key: 'renamed' }, [NEXT]);
    expect(await readAcademicDates(t)).toHaveLength(3);
  });

  it('removes what vanished before its first day, and nothing after [CAL-07]', async () => {
    await counts(PAST, RUNNING, NEXT);
    const other = { ...NEXT, sourceId: 'd', title: '성적 공고' };
    expect(await counts(other)).toEqual([1, 0, 1]);
    expect(await titles()).toEqual(['개강', '등록 기간', '성적 공고']);
  });

  it('removes nothing when nothing, or only a part, could be read [CAL-07]', async () => {
    await counts(NEXT);
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await counts({ ...NEXT, sourceId: 'x', endDate: 'soon' })).toEqual([0, 0, 0]);
    const isPartial = true;
    expect(await load({ ...source, isPartial }, [PAST])).toMatchObject({ created: 1, removed: 0 });
    // It is still shown, although it can no longer be read.
    expect(await counts(PAST, { ...NEXT, title: ' ' })).toEqual([0, 0, 0]);
    expect(await titles()).toEqual(['개강', '기말고사']);
  });

  it('leaves alone what staff entered, changed or deleted [CAL-07]', async () => {
    await counts(RUNNING, NEXT);
    await createAcademicDate(t, { title: '학과 행사', startsOn: '2026-12-01' });
    const [running, , next] = await readAcademicDates(t);
    const { title, kind, startsOn, endsOn } = { ...running, title: '등록 연장' } as never as Record<
      string,
      string
    >;
    const body = { title, kind, startsOn, endsOn };
    const url = '/api/admin/academic-dates';
    await t.call('PUT', `${url}/${running?.id}`, { as: manager, body });
    await t.call('DELETE', `${url}/${next?.id}`, { as: manager });
    expect(await counts({ ...RUNNING, title: '등록' }, { ...NEXT, title: '시험' })).toEqual([
      0, 0, 0,
    ]);
    expect(await counts(PAST)).toEqual([1, 0, 0]);
    expect(await titles()).toEqual(['개강', '등록 연장', '학과 행사', '기말고사']);
    const range = '/api/academic-dates?from=2026-12-01&to=2026-12-31';
    const { json } = await t.call('GET', range, { as: manager });
    expect(json.dates.map((date: { title: string }) => date.title)).toEqual(['학과 행사']);
  });

  it('takes hostile texts as they can be stored, and drops what has no days [CAL-07]', async () => {
    const day = { startDate: '2026-12-01', endDate: '2026-12-01' };
    const dates = [
      { ...day, sourceId: 'a\0b', title: 'a\0b\n\ud83d' },
      { ...day, sourceId: 'x'.repeat(5_000), title: '가'.repeat(5_000) },
      { ...day, sourceId: 'marks', title: `a${'\u0301'.repeat(500)}` },
      { ...day, sourceId: 'blank', title: '\u3164\u200b' },
      { ...day, sourceId: 'a\0b', title: '두 번' },
      { ...day, sourceId: '', title: '번호 없음' },
      { sourceId: 'back', title: '거꾸로', startDate: '2026-12-02', endDate: '2026-12-01' },
      { sourceId: 'feb', title: '없는 날', startDate: '2026-02-30', endDate: '2026-03-01' },
      { sourceId: 'long', title: '너무 김', startDate: '2026-01-01', endDate: '2028-01-01' },
    ];
    expect(await counts(...dates)).toEqual([2, 0, 0]);
    expect(await counts(...dates)).toEqual([0, 0, 0]);
    expect(await titles()).toEqual(['a b \ufffd', `${'가'.repeat(99)}…`]);
  });

  it('stores each date once when two readings arrive together [CAL-07]', async () => {
    const all = await Promise.all([counts(PAST, NEXT), counts(PAST, NEXT), counts(PAST, NEXT)]);
    expect(all.toSorted()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [2, 0, 0],
    ]);
    expect(await titles()).toEqual(['개강', '기말고사']);
  });
});

describe('kindOf', () => {
  it.each([
    ['중간고사 기간', 'EXAM'],
    ['수강신청 정정', 'REGISTRATION'],
    ['추석 연휴', 'HOLIDAY'],
    ['여름방학 시작', 'HOLIDAY'],
    ['종강', 'CLASSES'],
    ['학위수여식', 'EVENT'],
  ])('%s is %s', (title, kind) => expect(kindOf(title)).toBe(kind));
});
