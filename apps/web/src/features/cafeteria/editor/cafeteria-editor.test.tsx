import type { EditedDay } from '@naru/contract/cafeteria';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidateAutomatic } from '../../../lib/api/query-client.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { addDays } from '../cafeteria-days.ts';
import { CafeteriaEditor } from './cafeteria-editor.tsx';

const NO_STUDENT = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
const NO_STAFF = { BREAKFAST: [], LUNCH: [], DINNER: [] };

function day(date: string, dishes: string[] = []): EditedDay {
  return {
    date,
    version: `of ${dishes.join()}`,
    studentState: dishes.length > 0 ? 'OPEN' : 'NOT_POSTED',
    staffState: 'NOT_POSTED',
    studentCafeteria: { ...NO_STUDENT, SET_MENU: dishes },
    staffCafeteria: NO_STAFF,
  };
}
const week = (monday: string, dishes: string[] = []) =>
  Array.from({ length: 7 }, (_, n) => day(addDays(monday, n), n === 0 ? dishes : []));

let weeks: Record<string, EditedDay[]>;
let calls: string[];
let saveAnswer: () => { status?: number; body: unknown };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let importAnswer: () => { status?: number; body: unknown };
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T05:00:00Z'), toFake: ['Date'] });
  weeks = { '2026-11-16': week('2026-11-16', ['쌀밥']) };
  saveAnswer = () => ({ body: { days: [] } });
  importAnswer = () => ({ body: { saved: false, changes: [], unchanged: 0, errors: [] } });
  calls = fakeApi({
    'PUT /api/admin/menus': () => saveAnswer(),
    'POST /api/admin/menus/import': () => importAnswer(),
  });
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const monday = /admin\/menus\?from=(.*)$/.exec(url)?.[1];
    if (monday === undefined) return others(url, init);
    return new Response(JSON.stringify({ days: weeks[monday] ?? week(monday) }));
  });
});
afterEach(() => vi.useRealTimers());

const open = async () => {
  await renderRouted(<CafeteriaEditor />);
  await screen.findByRole('region', { name: '11월 16일 월요일' });
};
const onDay = (name: string) => within(screen.getByRole('region', { name }));
const setMenu = (name: string) =>
  onDay(name).getByRole<HTMLTextAreaElement>('textbox', { name: `${name} 정식` });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const CONFLICT = {
  status: 409,
  body: {
    error: 'EDIT_CONFLICT',
    message: '다른 사람이 먼저 저장했습니다.',
    requestId: 'x',
  },
};
const sent = () => {
  const call = calls.findLast((one) => one.startsWith('PUT'));
  return JSON.parse(call?.replace(/^\S+ \S+ /, '') ?? 'null');
};

describe('CafeteriaEditor', () => {
  it('begins with the first week without meals, in its first field [MEAL-11]', async () => {
    const { router } = await renderRouted(<CafeteriaEditor />, [], '/?start=next');
    await screen.findByRole('region', { name: '11월 23일 월요일' });
    const first = setMenu('11월 23일 월요일');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(router.state.location.search).toEqual({ from: '2026-11-23' });
  });

  it('opens a day by its first dish, and takes that back with it [MEAL-12]', async () => {
    await open();
    const tuesday = '11월 17일 화요일';
    const state = () =>
      ['운영', '휴무', '미등록'].filter(
        (name) => onDay(tuesday).getByRole<HTMLInputElement>('radio', { name }).checked,
      );
    expect(state()).toEqual(['미등록']);
    fireEvent.input(setMenu(tuesday), { target: { value: '보리밥' } });
    expect(state()).toEqual(['운영']);
    fireEvent.input(setMenu(tuesday), { target: { value: ' ' } });
    expect(state()).toEqual(['미등록']);
    screen.getByText('수정한 내용이 없습니다.');
  });

  it.each(['11월 17일 화요일', '11월 21일 토요일'])(
    'keeps %s open after a press, also when its text is deleted [MEAL-12]',
    async (name) => {
      await open();
      fireEvent.click(onDay(name).getByRole('radio', { name: '운영' }));
      const field = setMenu(name);
      field.focus();
      for (const value of ['ㅂ', '']) fireEvent.input(field, { target: { value } });
      expect([document.activeElement, field.isConnected]).toEqual([field, true]);
      expect(onDay(name).getByRole('radio', { name: '운영' })).toHaveProperty('checked', true);
      fireEvent.click(onDay(name).getByRole('radio', { name: '미등록' }));
      screen.getByText('수정한 내용이 없습니다.');
    },
  );

  it('keeps the draft when all queries are refetched', async () => {
    const { client } = await renderRouted(<CafeteriaEditor />);
    await screen.findByRole('region', { name: '11월 16일 월요일' });
    fireEvent.input(setMenu('11월 16일 월요일'), { target: { value: '보리밥' } });
    vi.setSystemTime(new Date('2026-11-20T05:01:00Z'));
    await act(() => invalidateAutomatic(client));
    expect(setMenu('11월 16일 월요일').value).toBe('보리밥');
  });

  it('saves only the days that were changed', async () => {
    await open();
    const tuesday = '11월 17일 화요일';
    fireEvent.click(onDay(tuesday).getByRole('radio', { name: '운영' }));
    fireEvent.input(setMenu(tuesday), { target: { value: '보리밥\n\n미역국' } });
    click('저장');
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().days).toHaveLength(1);
    expect(sent().days[0]).toMatchObject({
      date: '2026-11-17',
      studentState: 'OPEN',
      studentCafeteria: { SET_MENU: ['보리밥', '미역국'] },
    });
  });

  it('shows the error of an open day without dishes on its tab and sends nothing', async () => {
    await open();
    fireEvent.mouseDown(screen.getByRole('tab', { name: '교직원식당' }));
    fireEvent.click(onDay('11월 18일 수요일').getByRole('radio', { name: '운영' }));
    fireEvent.mouseDown(screen.getByRole('tab', { name: '학생식당' }));
    click('저장');
    expect(
      await screen.findByText('운영하는 식당에는 메뉴를 한 가지 이상 적어 주세요.'),
    ).toBeDefined();
    expect(screen.getByRole('tab', { name: '교직원식당 !' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    expect(calls).toEqual([]);
  });

  it('shows both versions of a day that another editor saved first, and loses neither [MEAL-10]', async () => {
    await open();
    const monday = '11월 16일 월요일';
    fireEvent.input(setMenu(monday), { target: { value: '보리밥' } });
    const theirs = week('2026-11-16', ['콩밥']);
    theirs[1] = day('2026-11-17', ['잡곡밥']);
    weeks['2026-11-16'] = theirs;
    saveAnswer = () => CONFLICT;
    click('저장');
    const panel = within(await screen.findByRole('alert'));
    expect(panel.getByText('다른 사람이 먼저 저장했습니다.')).toBeDefined();
    const compared = panel.getByRole('region', { name: `${monday} 학생식당 비교` }).textContent;
    expect(compared).toContain('정식: 콩밥');
    expect(compared).toContain('정식: 보리밥');
    expect(setMenu(monday).value).toBe('보리밥');
    saveAnswer = () => ({ body: { days: [] } });
    click('내 내용으로 저장');
    await screen.findByText('수정한 내용이 없습니다.');
    expect(sent().days).toHaveLength(1);
    expect(sent().days[0]).toMatchObject({
      version: 'of 콩밥',
      studentCafeteria: { SET_MENU: ['보리밥'] },
    });
    expect(setMenu('11월 17일 화요일').value).toBe('잡곡밥');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes the saved version only after a confirmation [MEAL-10]', async () => {
    await open();
    fireEvent.input(setMenu('11월 16일 월요일'), { target: { value: '보리밥' } });
    weeks['2026-11-16'] = week('2026-11-16', ['콩밥']);
    saveAnswer = () => CONFLICT;
    click('저장');
    await screen.findByRole('alert');
    click('저장된 내용으로 바꾸기');
    const ask = within(await screen.findByRole('alertdialog'));
    fireEvent.click(ask.getByRole('button', { name: '저장된 내용으로 바꾸기' }));
    await vi.waitFor(() => expect(setMenu('11월 16일 월요일').value).toBe('콩밥'));
    expect(screen.getByText('수정한 내용이 없습니다.')).toBeDefined();
  });

  it('copies the previous week after confirmation, without saving', async () => {
    weeks['2026-11-09'] = week('2026-11-09', ['지난주 밥']);
    await open();
    click('지난주 가져오기');
    const ask = within(await screen.findByRole('alertdialog'));
    fireEvent.click(ask.getByRole('button', { name: '가져오기' }));
    await vi.waitFor(() => expect(setMenu('11월 16일 월요일').value).toBe('지난주 밥'));
    expect(screen.getByText('저장하지 않은 변경이 있습니다.')).toBeDefined();
    expect(calls).toEqual([]);
    click('되돌리기');
    expect(setMenu('11월 16일 월요일').value).toBe('쌀밥');
  });

  it('asks before another week discards changes', async () => {
    await open();
    fireEvent.input(setMenu('11월 16일 월요일'), { target: { value: '고친 밥' } });
    click('다음 주');
    const ask = within(await screen.findByRole('alertdialog'));
    fireEvent.click(ask.getByRole('button', { name: '계속 수정' }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(setMenu('11월 16일 월요일').value).toBe('고친 밥');
    click('되돌리기');
    click('다음 주');
    expect(await screen.findByRole('region', { name: '11월 23일 월요일' })).toBeDefined();
  });

  it.each(['2026-99-99', '5', 'x'])(
    'shows this week for the address of no day, %s',
    async (from) => {
      await renderRouted(<CafeteriaEditor />, [], `/?from=${from}`);
      expect(await screen.findByRole('region', { name: '11월 16일 월요일' })).toBeDefined();
    },
  );

  it('shows the invalid lines of a file and the changes of a valid one', async () => {
    importAnswer = () => ({
      body: {
        saved: false,
        changes: [],
        unchanged: 0,
        errors: [{ line: 3, message: '메뉴가 비어 있습니다.' }],
      },
    });
    await open();
    click('CSV 가져오기');
    const dialog = within(await screen.findByRole('dialog'));
    const file = (text: string) => {
      const one = new File([text], 'menu.csv', { type: 'text/csv' });
      // Replaces jsdom's incomplete File.arrayBuffer.
      one.arrayBuffer = async () => new TextEncoder().encode(text).buffer as ArrayBuffer;
      return one;
    };
    const choose = (text: string) =>
      fireEvent.change(dialog.getByLabelText('파일 선택'), { target: { files: [file(text)] } });
    choose('날짜,식당,구분,메뉴');
    expect((await dialog.findByRole('alert')).textContent).toContain('3메뉴가 비어 있습니다.');
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: '저장' });
    expect(save.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('파일 선택'), {
      target: { files: [new File(['PK'], 'menu.xlsx', { type: XLSX })] },
    });
    expect((await dialog.findByText(/CSV UTF-8’로 저장/)).getAttribute('role')).toBe('alert');
    expect(dialog.getAllByRole('alert')).toHaveLength(1);
    expect(dialog.queryByText('menu.csv')).toBeNull();
    const change = {
      date: '2026-11-23',
      cafeteria: 'student',
      before: { state: 'NOT_POSTED', dishes: {} },
      after: { state: 'OPEN', dishes: { SET_MENU: ['쌀밥', '국'] } },
    };
    importAnswer = () => ({
      body: { saved: false, changes: [change], unchanged: 0, errors: [] },
    });
    choose('다른 파일');
    expect(await dialog.findByText(/11월 23일 월요일/)).toBeDefined();
    expect(dialog.getByText('쌀밥, 국')).toBeDefined();
    const answer = { saved: false, changes: [change], unchanged: 0, errors: [] };
    const asked = () => JSON.parse(calls.at(-1)?.replace(/^\S+ \S+ /, '') ?? 'null');
    importAnswer = () => (asked().preview ? { body: { ...answer, version: 'later' } } : CONFLICT);
    fireEvent.click(save);
    expect((await dialog.findByRole('alert')).textContent).toContain(
      '다른 사람이 먼저 저장했습니다.',
    );
    importAnswer = () => ({ body: { ...answer, saved: true, version: 'later' } });
    fireEvent.click(save);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toMatchObject({ preview: false, version: 'later' });
    const previews = calls.map((call) => JSON.parse(call.replace(/^\S+ \S+ /, '')).preview);
    expect(previews).toEqual([true, true, false, true, false]);
  });
});
