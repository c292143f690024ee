import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { type RosterPlace, RosterView } from './roster-view.tsx';

const LIST = 'GET /api/admin/roster';
const IMPORT = 'POST /api/admin/roster/import';
const ROLL_OVER = 'POST /api/admin/roll-over';
const RESEND = 'POST /api/admin/roster/7/resend';
const page = { currentPage: 0, size: 50, totalPages: 1, totalElements: 1 };
const counts = { QUEUED: 0, OPEN: 1, FAILED: 1, EXPIRED: 0, JOINED: 0 };
const entry = {
  id: 7,
  username: '20270001',
  name: '김하늘',
  email: 'haneul@example.ac.kr',
  role: 'STUDENT',
  state: 'OPEN',
  invitedAt: '2026-11-20T09:00:00+09:00',
  expiresAt: '2026-12-04T09:00:00+09:00',
};
const { id: _, state: __, invitedAt: ___, expiresAt: ____, ...person } = entry;
const change = { ...person, line: 2, verdict: 'NEW', note: '' };
const skipped = { ...person, line: 3, name: '윤바다', verdict: 'LEFT_OUT', note: '겹칩니다.' };

let calls: string[];
const sent = (call: string) => calls.filter((one) => one.startsWith(`${call} `));

function Placed() {
  const [place, setPlace] = useState<RosterPlace>({ filter: { query: '' }, page: 0 });
  return <RosterView place={place} onPlace={setPlace} />;
}

async function show(answers: Parameters<typeof fakeApi>[0] = {}) {
  calls = fakeApi({
    [LIST]: { body: { entries: [entry], page, counts } },
    'GET /api/admin/role-ends': { body: { ends: [] } },
    ...answers,
  });
  await renderRouted(<Placed />);
}

function choose(csv: string) {
  const file = new File([csv], 'people.csv', { type: 'text/csv' });
  // Replaces jsdom's incomplete File.arrayBuffer.
  file.arrayBuffer = async () => new TextEncoder().encode(csv).buffer as ArrayBuffer;
  fireEvent.change(screen.getByLabelText('파일 선택', { selector: 'input' }), {
    target: { files: [file] },
  });
}

beforeEach(() => logInForTest());

it('lists invitations and sends one again [MEMB-64]', async () => {
  await show({ [RESEND]: { body: { message: '초대를 다시 보냅니다.' } } });
  fireEvent.click(await screen.findByRole('button', { name: '김하늘 초대 다시 보내기' }));
  await waitFor(() => expect(calls).toContain(RESEND));
});

it('offers nothing to search for and counts nobody before the first import [MEMB-64]', async () => {
  const none = { QUEUED: 0, OPEN: 0, FAILED: 0, EXPIRED: 0, JOINED: 0 };
  const nothing = { ...page, totalPages: 0, totalElements: 0 };
  await show({ [LIST]: { body: { entries: [], page: nothing, counts: none } } });
  expect(await screen.findByText('아직 명부가 없습니다.')).toBeDefined();
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('region', { name: '종료일이 있는 권한' })).toBeNull();
});

it('names a refused address, and corrects and sends it again in one step [MEMB-66]', async () => {
  const CORRECT = 'PUT /api/admin/roster/7/email';
  const taken = '이 이메일은 다른 학번(교번)의 회원이 쓰고 있습니다.';
  let isTaken = true;
  const failed = { ...entry, state: 'FAILED' };
  await show({
    [LIST]: { body: { entries: [failed], page, counts } },
    [CORRECT]: () =>
      isTaken
        ? {
            status: 409,
            body: {
              error: 'DUPLICATE',
              message: taken,
              errors: [{ field: 'email', message: taken }],
            },
          }
        : { body: { message: '이메일을 수정하고 초대를 다시 보냅니다.' } },
  });
  expect(await screen.findByText(/이메일 서버가 이 주소를 받지 않았습니다/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '김하늘 이메일 수정' }));
  const dialog = await screen.findByRole('dialog', { name: '이메일 수정' });
  const field = within(dialog).getByLabelText(/^이메일/);
  const button = within(dialog).getByRole('button', { name: '수정하고 다시 보내기' });
  fireEvent.input(field, { target: { value: '틀린 주소' } });
  fireEvent.click(button);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(sent(CORRECT)).toHaveLength(0);
  fireEvent.input(field, { target: { value: 'haneul@right.ac.kr' } });
  fireEvent.click(button);
  expect(await within(dialog).findByText(taken)).toBeDefined();
  expect(field).toHaveProperty('value', 'haneul@right.ac.kr');
  isTaken = false;
  // As Enter in the field does.
  fireEvent.submit(field);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(CORRECT).at(-1)).toContain('"email":"haneul@right.ac.kr"');
  expect(sent(CORRECT).at(-1)).toContain('"former":"haneul@example.ac.kr"');
  expect(screen.queryByText('까지 열림', { exact: false })).toBeNull();
});

it('shows the list anew when somebody else was faster with a correction [MEMB-68]', async () => {
  let isOver = false;
  await show({
    [LIST]: () => ({ body: { entries: isOver ? [] : [entry], page, counts } }),
    'PUT /api/admin/roster/7/email': () => {
      isOver = true;
      return {
        status: 409,
        body: {
          error: 'ROSTER_JOINED',
          message: '이미 가입한 회원입니다. ‘회원’에서 확인해 주세요.',
        },
      };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '김하늘 이메일 수정' }));
  const field = within(await screen.findByRole('dialog')).getByLabelText(/^이메일/);
  fireEvent.input(field, { target: { value: 'haneul@right.ac.kr' } });
  fireEvent.submit(field);
  expect(
    await screen.findByText('이미 가입한 회원입니다. ‘회원’에서 확인해 주세요.'),
  ).toBeDefined();
  await waitFor(() => expect(screen.queryByText('김하늘')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the verdict of each line and saves with one client id [MEMB-60]', async () => {
  const counts = [
    { verdict: change.verdict, count: 1 },
    { verdict: skipped.verdict, count: 4000 },
  ];
  const changes = [change, skipped];
  const preview = { saved: false, changes, counts, errors: [], version: 'v1' };
  await show({ [IMPORT]: { body: preview } });
  fireEvent.click(await screen.findByRole('button', { name: '명부 가져오기' }));
  const dialog = await screen.findByRole('dialog', { name: '명부 가져오기' });
  choose('학번,이름,이메일,역할\n…');
  expect(await within(dialog).findByText('겹칩니다.')).toBeDefined();
  expect(within(dialog).getByRole('tab', { name: '전체 4,001' })).toBeDefined();
  const more = /이 밖에 3,999줄이 더/;
  expect(within(dialog).getByText(more)).toBeDefined();
  fireEvent.click(within(dialog).getByRole('tab', { name: '초대 1' }));
  expect(within(dialog).queryByText('겹칩니다.')).toBeNull();
  expect(within(dialog).queryByText(more)).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: '저장하고 초대' }));
  await waitFor(() => expect(sent(IMPORT)).toHaveLength(2));
  expect(sent(IMPORT)[1]).toMatch(/"clientId":"[\w-]+-v1"/);
});

it('previews a roll-over anew for another choice, and asks for the reason [ROLE-93]', async () => {
  const { email: _email, ...student } = change;
  const revoke = { ...student, line: 0, verdict: 'REVOKE', lastDay: null };
  const counts = [{ verdict: 'REVOKE', count: 1 }];
  const preview = {
    saved: false,
    changes: [revoke],
    counts,
    missing: 1,
    errors: [],
    version: 'v1',
  };
  await show({ [ROLL_OVER]: { body: preview } });
  fireEvent.click(await screen.findByRole('button', { name: '학년도 전환' }));
  const dialog = await screen.findByRole('dialog', { name: '학년도 전환' });
  choose('학번,구분\n…');
  expect(await within(dialog).findByText('파일에 없는 학생 1명은 그대로 둡니다.')).toBeDefined();
  fireEvent.click(within(dialog).getByRole('checkbox'));
  await waitFor(() => expect(sent(ROLL_OVER)[1]).toContain('"dropMissing":true'));
  const button = within(dialog).getByRole('button', { name: '한꺼번에 적용' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
  expect(await within(dialog).findByText('사유를 입력해 주세요.')).toBeDefined();
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^사유/));
  expect(sent(ROLL_OVER)).toHaveLength(2);
});

it('opens the import for a link that starts it, and not again after a reload [ADMIN-133]', async () => {
  logInForTest();
  fakeApi({
    [LIST]: { body: { entries: [entry], page, counts } },
    'GET /api/admin/role-ends': { body: { ends: [] } },
  });
  const { router } = await renderRouted(<Placed />, [], '/?start=import');
  await screen.findByRole('dialog', { name: '명부 가져오기' });
  await waitFor(() => expect(router.state.location.href).toBe('/'));
});
