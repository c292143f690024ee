import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { CalendarEditor } from './calendar-editor.tsx';

const LIST = 'GET /api/admin/academic-dates';
const ONE = '/api/admin/academic-dates/7';
const exam = {
  id: 7,
  title: '기말고사',
  kind: 'EXAM',
  startsOn: '2026-12-14',
  endsOn: '2026-12-18',
  note: '',
  targetUrl: null,
  origin: 'FILE',
  isEdited: true,
  version: 'v1',
};
const CONFLICT = {
  status: 409,
  body: {
    error: 'EDIT_CONFLICT',
    message: '다른 사람이 먼저 저장했습니다.',
    requestId: 'x',
  },
};

const TERMS = [
  {
    year: 2026,
    semester: 1,
    enrolment: '2026-02-09',
    from: '2026-03-03',
    to: '2026-06-19',
    named: ['enrolment', 'from', 'to'],
  },
  {
    year: 2026,
    semester: 2,
    enrolment: '2026-08-10',
    from: '2026-09-07',
    to: '2026-12-18',
    named: ['to'],
  },
];

let stored: object[];
let answer: () => { status?: number; body: unknown };
let calls: string[];
const sent = (start: string) =>
  calls
    .filter((call) => call.startsWith(start))
    .map((call) => JSON.parse(call.slice(start.length) || '{}'));

beforeEach(() => {
  logInForTest();
  vi.useFakeTimers({ now: new Date('2027-02-28T14:59:00Z'), toFake: ['Date'] });
  stored = [exam];
  answer = () => ({ body: exam });
  calls = fakeApi({
    [LIST]: ({ query }) => ({
      body: { dates: query.get('from') === '2027-03-01' ? [] : stored, terms: TERMS },
    }),
    'POST /api/admin/academic-dates': () => answer(),
    'POST /api/admin/academic-dates/import': () => answer(),
    [`PUT ${ONE}`]: () => answer(),
    [`DELETE ${ONE}`]: () => ({ body: { message: '일정을 삭제했습니다.' } }),
    [`POST ${ONE}/restore`]: () => ({ body: exam }),
  });
});
afterEach(() => vi.useRealTimers());

const open = async () => {
  await renderRouted(<CalendarEditor />);
  await screen.findByText('기말고사');
};
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

describe('CalendarEditor', () => {
  it('shows the academic year, which begins in March, and where dates come from', async () => {
    await open();
    expect(screen.getByRole('region', { name: '2026학년도 일정' }).textContent).toContain(
      '12. 14. (월) ~ 12. 18. (금) · 파일에서 가져옴 · 직접 고침',
    );
    click('다음 학년도');
    expect(await screen.findByText('이 학년도에는 아직 일정이 없습니다.')).toBeDefined();
  });

  it('begins a new date in the academic year that is shown [CAL-12]', async () => {
    await open();
    click('일정 추가');
    expect(await screen.findByLabelText(/^시작일/)).toHaveProperty('value', '2027-02-28');
    click('취소');
    click('다음 학년도');
    click('일정 추가');
    expect(await screen.findByLabelText(/^시작일/)).toHaveProperty('value', '2027-03-01');
  });

  it('says which days the terms have, and what the calendar does not name [TIME-83]', async () => {
    await open();
    const [first, second] = within(screen.getByRole('list', { name: '학기' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toBe('1학기수업 3. 3. (화) ~ 6. 19. (금)수강신청 2. 9. (월)부터');
    expect(second?.textContent).toContain('수강신청, 개강 일정이 없어 기본 날짜를 사용합니다.');
  });

  it('adds a date; its end follows the start until it is chosen [CAL-02]', async () => {
    await open();
    click('일정 추가');
    const dialog = await screen.findByRole('dialog', { name: '일정 추가' });
    fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
    expect(await within(dialog).findByText('일정 이름을 입력해 주세요.')).toBeDefined();
    expect(sent('POST /api/admin/academic-dates ')).toEqual([]);
    fireEvent.input(field(/^일정 이름/), { target: { value: '종강' } });
    fireEvent.change(field(/^시작일/), { target: { value: '2026-12-21' } });
    expect(field(/^종료일/).value).toBe('2026-12-21');
    fireEvent.change(field(/^종료일/), { target: { value: '2026-12-20' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
    expect(await within(dialog).findByText('종료일은 시작일보다 빠를 수 없습니다.')).toBeDefined();
    fireEvent.change(field(/^종료일/), { target: { value: '2026-12-21' } });
    fireEvent.change(field(/^시작일/), { target: { value: '2026-12-22' } });
    expect(field(/^종료일/).value).toBe('2026-12-22');
    fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
    await screen.findByText('일정을 추가했습니다.');
    expect(sent('POST /api/admin/academic-dates ')).toEqual([
      {
        title: '종강',
        kind: 'CLASSES',
        startsOn: '2026-12-22',
        endsOn: '2026-12-22',
        note: '',
        targetUrl: null,
      },
    ]);
  });

  it('compares both versions when somebody else saved first [CAL-04]', async () => {
    await open();
    click('기말고사 수정');
    const dialog = await screen.findByRole('dialog', { name: '일정 수정' });
    fireEvent.change(field(/^종료일/), { target: { value: '2026-12-19' } });
    answer = () => CONFLICT;
    stored = [{ ...exam, title: '기말시험', version: 'v2' }];
    fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
    const compared = await within(dialog).findByRole('alert');
    expect(within(compared).getByRole('region', { name: '일정 이름 비교' }).textContent).toContain(
      '기말시험',
    );
    answer = () => ({ body: exam });
    fireEvent.click(within(compared).getByRole('button', { name: '내 내용으로 저장' }));
    await screen.findByText('일정을 수정했습니다.');
    expect(
      sent(`PUT ${ONE} `).map(({ version, title, endsOn }) => [version, title, endsOn]),
    ).toEqual([
      ['v1', '기말고사', '2026-12-19'],
      ['v2', '기말고사', '2026-12-19'],
    ]);
  });

  it('deletes without a question and brings back [CAL-05]', async () => {
    await open();
    stored = [];
    click('기말고사 삭제');
    const back = await screen.findByRole('button', { name: '기말고사 되돌리기' });
    stored = [exam];
    fireEvent.click(back);
    expect(await screen.findByRole('button', { name: '기말고사 삭제' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: /되돌리기/ })).toBeNull());
    expect(screen.getAllByText('기말고사')).toHaveLength(1);
  });

  it('shows with their years what a calendar file adds [CAL-06]', async () => {
    const after = { ...exam, title: '개강', startsOn: '2027-09-01', endsOn: '2027-09-01' };
    const over = { ...after, title: '계절학기', startsOn: '2027-12-27', endsOn: '2028-01-14' };
    const changes = [after, over].map((date) => ({ before: null, after: date }));
    answer = () => ({
      body: {
        ...{ saved: false, created: 2, updated: 0, unchanged: 0, kept: 0, version: 'v1' },
        ...{ changes, hints: [], errors: [] },
      },
    });
    await open();
    click('파일로 가져오기');
    const file = new File(['BEGIN:VCALENDAR'], '학교.ics', { type: 'text/calendar' });
    fireEvent.change(await screen.findByLabelText('파일 선택'), { target: { files: [file] } });
    expect(await screen.findByText('2027. 9. 1. (수) · 시험')).toBeDefined();
    expect(screen.getByText('2027. 12. 27. (월) ~ 2028. 1. 14. (금) · 시험')).toBeDefined();
  });
});
