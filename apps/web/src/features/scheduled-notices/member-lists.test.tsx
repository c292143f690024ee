import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { MemberLists } from './member-lists.tsx';

const LISTS = '/api/admin/member-lists';
const LIST = { id: 7, name: '팀장', count: 2 };
const PEOPLE = '20250001\n없는 사람\n20250002';

let lists: (typeof LIST)[];
let calls: string[];
beforeEach(() => {
  localStorage.clear();
  lists = [LIST];
  calls = fakeApi({
    'GET /api/admin/audiences': () => ({ body: { majors: [], lists } }),
    [`POST ${LISTS}`]: ({ body }) => {
      const { name, confirmed } = body as { name: string; confirmed: boolean };
      const errors = [{ line: 2, message: '학번(교번)이나 이메일이 없습니다.' }];
      const list = { id: 8, name, count: 2 };
      if (confirmed) lists = [...lists, list];
      return { body: { saved: confirmed, list: confirmed ? list : null, found: 2, errors } };
    },
    [`PUT ${LISTS}/7`]: ({ body }) => {
      lists = [{ ...LIST, name: (body as { name: string }).name, count: 1 }];
      return { body: { saved: true, list: lists[0], found: 0, errors: [] } };
    },
    [`GET ${LISTS}/7`]: {
      body: {
        list: LIST,
        members: [
          { id: 1, nickname: '물결' },
          { id: 2, nickname: '등대' },
        ],
      },
    },
    [`DELETE ${LISTS}/7`]: {
      status: 409,
      body: { error: 'MEMBER_LIST_IN_USE', message: '예약 공지가 이 명단을 씁니다.' },
    },
  });
});

const open = () => renderRouted(<MemberLists />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
const sent = (call: string) =>
  calls
    .filter((one) => one.startsWith(call))
    .map((one) => JSON.parse(one.slice(call.length + 1) || 'null'));

it('are made from pasted lines; those that name nobody are shown and left out on a second press [ADMIN-434]', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '명단 만들기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(await dialog.findByText('명단의 이름을 입력해 주세요.')).toBeDefined();
  type(/이름/, '졸업작품');
  type(/회원/, PEOPLE);
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  const alert = await dialog.findByText(/2명을 찾았고/);
  expect(alert.parentElement?.textContent).toContain('2번째 줄: 학번(교번)이나 이메일이 없습니다.');
  expect(lists).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: '검색한 회원만 저장' }));
  expect(await screen.findByText('졸업작품')).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { name: '졸업작품', people: PEOPLE };
  expect(sent(`POST ${LISTS}`)).toEqual([
    { ...body, confirmed: false },
    { ...body, confirmed: true },
  ]);
});

it('ask again about lines that were changed after the report [ADMIN-434]', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '명단 만들기' }));
  await screen.findByRole('dialog');
  type(/이름/, '졸업작품');
  type(/회원/, PEOPLE);
  press('저장');
  await screen.findByText(/2명을 찾았고/);
  type(/회원/, `${PEOPLE}\n20250003`);
  await vi.waitFor(() => expect(screen.queryByText(/2명을 찾았고/)).toBeNull());
  press('저장');
  await screen.findByText(/2명을 찾았고/);
  expect(sent(`POST ${LISTS}`).map(({ confirmed }) => confirmed)).toEqual([false, false]);
});

it('are renamed, and lose the members that are unchecked [ADMIN-435]', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '수정' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: '등대' }));
  type(/이름/, '새 팀장');
  press('저장');
  expect(await screen.findByText('새 팀장')).toBeDefined();
  expect(screen.getByText('1명')).toBeDefined();
  expect(sent(`PUT ${LISTS}/7`)).toEqual([
    { name: '새 팀장', people: '', confirmed: false, removed: [2] },
  ]);
});

it('stay, with the reason, while a scheduled notice is for them [ADMIN-435]', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '삭제' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/팀장/)).toBeDefined();
  fireEvent.click(question.getByRole('button', { name: '삭제' }));
  await vi.waitFor(() => expect(calls).toContain(`DELETE ${LISTS}/7`));
  expect(await screen.findByText('예약 공지가 이 명단을 씁니다.')).toBeDefined();
  expect(screen.getByText('팀장')).toBeDefined();
});
