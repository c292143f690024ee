import type { Inquiry, InquiryDetail } from '@naru/contract/inquiries';
import type { InquiryDesk } from '@naru/contract/inquiry-desk';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { logInForTest } from '../../../testing/fake-session.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { InquiryConsole, type Shown } from './inquiry-console.tsx';

const LIST = 'GET /api/inquiries';
const DETAIL = 'GET /api/inquiries/7';
const cache: [string, unknown][] = [['me', { id: 1, roles: ['USER', 'ADMIN'] }]];
const inquiry: Inquiry = {
  id: 7,
  title: '학생 권한을 요청합니다',
  content: '25학번입니다.',
  category: 'ROLE_REQUEST',
  targetRole: 'STUDENT',
  state: 'PROCESSING',
  userId: 9,
  userName: '새벽바다',
  createdAt: '2026-11-20T09:00:00+09:00',
  completeDateTime: null,
  reply: null,
  responderNickname: null,
  targetType: null,
  targetId: null,
  granted: false,
  previousId: null,
  assignee: null,
};
const detail: InquiryDetail = {
  ...inquiry,
  attachments: [],
  followUps: [],
  objected: null,
  asker: { username: '20259999', name: '문새벽', roles: ['USER'] },
  outsideReporter: null,
  emailRefused: false,
  target: null,
};
const done: InquiryDetail = {
  ...detail,
  state: 'COMPLETED',
  reply: '부여했습니다.',
  responderNickname: '나루지기',
  completeDateTime: '2026-11-20T10:00:00+09:00',
};
const listOf = (inquiries: Inquiry[]) => ({
  inquiryDtoList: inquiries,
  page: {
    currentPage: 0,
    size: 10,
    totalPages: inquiries.length === 0 ? 0 : 1,
    totalElements: inquiries.length,
  },
  counts: { processing: 1, completed: 4 },
});
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

function Panel({ openId: first }: { openId: number | undefined }) {
  const [openId, setOpen] = useState(first);
  const [shown, setShown] = useState<Shown>({ filter: { query: '' }, page: 0 });
  return (
    <>
      <button type="button" onClick={() => setOpen(openId === undefined ? 8 : undefined)}>
        주소 바꾸기
      </button>
      <InquiryConsole
        openId={openId}
        shown={shown}
        onShown={setShown}
        onOpen={(id) => setOpen(id ?? undefined)}
        renderTarget={() => <p>대상</p>}
      />
    </>
  );
}

const show = (openId?: number) => renderRouted(<Panel openId={openId} />, cache);

beforeEach(() => {
  logInForTest();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('InquiryConsole: list', () => {
  it('shows author, title, category, state and both dates in a table [INQ-11]', async () => {
    fakeApi({ [LIST]: { body: listOf([inquiry]) } });
    await show();
    const row = within(await screen.findByRole('row', { name: /학생 권한을 요청합니다/ }));
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '새벽바다',
      '학생 권한을 요청합니다',
      '권한 요청 (학생)',
      '처리 중',
      // The dash is visible, the text is for screen readers.
      '-담당 없음',
      '2026-11-20 09:00',
      '-답변 전',
    ]);
    expect(screen.getByRole('radio', { name: /처리 중\s*1/ })).toBeDefined();
  });

  it('keeps its page and filters in the ways to an inquiry and back [UI-343]', async () => {
    const place = '?menu=INQUIRY&state=COMPLETED&page=2';
    fakeApi({ [LIST]: { body: listOf([inquiry]) }, [DETAIL]: { body: detail } });
    const targetOf = (name: string | RegExp) =>
      [
        ...new URLSearchParams(
          screen.getByRole('link', { name }).getAttribute('href')?.split('?')[1],
        ),
      ]
        .map((pair) => pair.join('='))
        .sort();
    await renderRouted(<Panel openId={undefined} />, cache, `/${place}`);
    await screen.findByRole('row', { name: /학생 권한을 요청합니다/ });
    const rest = ['menu=INQUIRY', 'page=2', 'state=COMPLETED'];
    expect(targetOf(/학생 권한을 요청합니다/)).toEqual(['id=7', ...rest]);
    cleanup();
    await renderRouted(<Panel openId={7} />, cache, `/${place}&id=7`);
    expect(targetOf('목록으로')).toEqual(rest);
  });

  it('filters by text, state and category on the server [INQ-08]', async () => {
    const queries: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      queries.push(decodeURIComponent(url.split('?')[1] ?? ''));
      return new Response(JSON.stringify(listOf([])));
    });
    await show();
    expect(await screen.findByText('문의가 없습니다.')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^처리 중/ }));
    fireEvent.change(screen.getByLabelText('유형'), { target: { value: 'REPORT' } });
    fireEvent.input(screen.getByLabelText('작성자 또는 제목 검색'), { target: { value: '권한' } });
    await waitFor(() =>
      expect(queries.at(-1)).toBe('query=권한&state=PROCESSING&category=REPORT&page=0&size=10'),
    );
    expect(await screen.findByText('검색 결과가 없습니다.')).toBeDefined();
  });
});

describe('InquiryConsole: one inquiry', () => {
  const GRANT = 'POST /api/inquiry/7/grant';
  const BOTH = 'POST /api/inquiry/7/grant-and-complete';
  const STANDING = '확인했습니다. 학생 권한을 드렸습니다.';
  const openGrant = async (typed?: string) => {
    await screen.findByText('문새벽');
    if (typed) fireEvent.input(screen.getByLabelText(/^답변/), { target: { value: typed } });
    press('학생 권한 부여');
    const dialog = await screen.findByRole('dialog', {
      name: '새벽바다 님에게 학생 권한을 부여할까요?',
    });
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>(/^답변/);
    const choose = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));
    return { dialog, field, choose };
  };

  it('grants the requested role once and then disables the button [INQ-02]', async () => {
    const calls = fakeApi({
      [DETAIL]: { body: detail },
      [LIST]: { body: listOf([inquiry]) },
      [GRANT]: { body: { message: '', inquiry: { ...detail, granted: true } } },
    });
    await show(7);
    (await openGrant()).choose('권한만 부여');
    const granted = await screen.findByRole('button', { name: '권한 부여 완료' });
    expect(granted).toHaveProperty('disabled', true);
    expect(calls.filter((call) => call.endsWith('/grant')).length).toBe(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText(/^답변/)).toHaveProperty('value', '');
  });

  it.each([
    ['권한만 부여', GRANT],
    ['부여하고 완료', BOTH],
  ])('shows an error when %s fails, and keeps the answer [INQ-11, INQ-445]', async (name, call) => {
    const message = '김관리 님이 먼저 처리했습니다. 쓰던 글은 남아 있습니다.';
    fakeApi({
      [DETAIL]: { body: detail },
      [call]: { status: 409, body: { error: 'INQUIRY_COMPLETED', message } },
    });
    await show(7);
    const { dialog, field, choose } = await openGrant();
    fireEvent.input(field, { target: { value: '고친 답변' } });
    choose(name);
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toBe(`권한 부여 실패${message}`);
    choose('취소');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText(/^답변/)).toHaveProperty('value', '고친 답변');
  });

  it.each([
    ['a standing sentence', undefined, STANDING],
    ['what was typed below', '직접 쓴 답변', '직접 쓴 답변'],
  ])('grants and completes in one step with %s [INQ-55, INQ-445]', async (_, typed, answer) => {
    const calls = fakeApi({
      [DETAIL]: { body: detail },
      [LIST]: { body: listOf([inquiry]) },
      [BOTH]: { body: { message: '', inquiry: { ...done, granted: true } } },
    });
    await show(7);
    const { dialog, field, choose } = await openGrant(typed);
    expect(field.value).toBe(answer);
    expect(dialog.textContent).toContain(
      '문의한 회원에게 알림과 이메일이 갑니다. 완료한 뒤에는 수정할 수 없습니다.',
    );
    fireEvent.input(field, { target: { value: ' ' } });
    choose('부여하고 완료');
    expect(await within(dialog).findByText('답변을 입력해 주세요.')).toBeDefined();
    fireEvent.input(field, { target: { value: answer } });
    choose('부여하고 완료');
    expect(await screen.findByLabelText(/^추가 답변/)).toHaveProperty('value', '');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      `${BOTH} ${JSON.stringify({ answer })}`,
    ]);
  });

  it('completes with an answer and then accepts only follow-ups [INQ-05]', async () => {
    const calls = fakeApi({
      [DETAIL]: { body: detail },
      'POST /api/inquiry/7/complete': { body: { message: '', inquiry: done } },
    });
    await show(7);
    await screen.findByText('문새벽');
    press('완료');
    expect(await screen.findByText('답변을 입력해 주세요.')).toBeDefined();
    fireEvent.input(screen.getByLabelText(/^답변/), { target: { value: ' 부여했습니다. ' } });
    press('완료');
    const dialog = await screen.findByRole('alertdialog', { name: '이 답변으로 완료할까요?' });
    fireEvent.click(within(dialog).getByRole('button', { name: '완료' }));
    expect(await screen.findByLabelText(/^추가 답변/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /권한 부여/ })).toBeNull();
    expect(calls).toContain('POST /api/inquiry/7/complete {"answer":"부여했습니다."}');
  });

  it.each([
    ['a member', {}, '문의한 회원에게 알림과 이메일이 갑니다.'],
    [
      'the anonymous author of an objection',
      { category: 'OBJECTION', userId: null, userName: '익명', asker: null },
      '익명으로 낸 이의라서 알림만 가고 이메일은 보내지 않습니다.',
    ],
    [
      'a withdrawn member',
      { asker: null, userName: '탈퇴한 회원' },
      '탈퇴한 회원의 문의라서 알림과 이메일을 보내지 않습니다.',
    ],
    [
      'somebody without an account',
      {
        userId: null,
        userName: '비회원',
        asker: null,
        outsideReporter: { name: '', email: 'a@b.kr' },
      },
      '회원이 아니어서 a@b.kr 주소로 답변 전체를 보냅니다. 본인의 주소인지는 확인되지 않았습니다.',
    ],
    [
      'the own inquiry',
      { userId: 1, asker: null },
      '내가 보낸 문의라서 알림과 이메일을 보내지 않습니다.',
    ],
  ])('says before an answer to %s what is sent [INQ-55]', async (_, change, delivery) => {
    fakeApi({ [DETAIL]: { body: { ...detail, ...change } } });
    await show(7);
    fireEvent.input(await screen.findByLabelText(/^답변/), { target: { value: '확인했습니다.' } });
    press('완료');
    const dialog = await screen.findByRole('alertdialog', { name: '이 답변으로 완료할까요?' });
    expect(dialog.textContent).toContain(`${delivery} 완료한 뒤에는 수정할 수 없습니다.`);
    fireEvent.click(within(dialog).getByRole('button', { name: '취소' }));
  });

  it('keeps an answer that could not be sent as a draft in the browser', async () => {
    const body = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' };
    fakeApi({ [DETAIL]: { body: detail }, 'POST /api/inquiry/7/complete': { status: 503, body } });
    await show(7);
    await screen.findByText('문새벽');
    fireEvent.input(screen.getByLabelText(/^답변/), { target: { value: '쓰던 답변' } });
    press('완료');
    const dialog = await screen.findByRole('alertdialog', { name: '이 답변으로 완료할까요?' });
    fireEvent.click(within(dialog).getByRole('button', { name: '완료' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('문의를 완료하지 못했습니다.잠시 사용할 수 없습니다.');
    expect(screen.getByLabelText(/^답변/)).toHaveProperty('value', '쓰던 답변');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('쓰던 답변'));
  });

  it('shows the answer of a completed report and its target', async () => {
    fakeApi({ [DETAIL]: { body: { ...done, category: 'REPORT', targetRole: null } } });
    await show(7);
    expect(await screen.findByText('부여했습니다.')).toBeDefined();
    expect(screen.getByText('대상')).toBeDefined();
  });

  it('shows who reported without an account [PRIV-14]', async () => {
    const outside = { name: '홍길동', email: 'victim@example.com' };
    const change = { category: 'REPORT', userId: null, userName: '비회원', asker: null };
    fakeApi({ [DETAIL]: { body: { ...detail, ...change, outsideReporter: outside } } });
    await show(7);
    expect(await screen.findByText('비회원')).toBeDefined();
    expect(screen.getByText('홍길동').parentElement?.textContent).toBe(
      '홍길동 · victim@example.com',
    );
  });

  it('shows an error for an unknown inquiry', async () => {
    const body = {
      error: 'INQUIRY_NOT_FOUND',
      message: '문의를 찾을 수 없습니다.',
    };
    fakeApi({ [DETAIL]: { status: 404, body } });
    await show(7);
    expect(await screen.findByText('문의를 찾을 수 없습니다.')).toBeDefined();
  });
});

describe('InquiryConsole: one after the other', () => {
  const DESK = 'GET /api/inquiry/7/desk';
  const desk: InquiryDesk = {
    state: 'PROCESSING',
    assignee: null,
    responderNickname: null,
    position: 1,
    total: 3,
    previousId: null,
    nextId: 8,
    nextOpenId: 8,
  };
  const other = { ...detail, id: 8, title: '다음 문의의 제목' };
  const common = {
    [DETAIL]: { body: detail },
    [DESK]: { body: desk },
    'GET /api/inquiries/8': { body: other },
    'GET /api/inquiry/8/desk': { body: { ...desk, position: 2, previousId: 7, nextId: null } },
    'GET /api/admin/assignees': {
      body: {
        assignees: [
          { id: 1, nickname: '나루지기', isAdmin: true },
          { id: 3, nickname: '김관리', isAdmin: true },
          { id: 4, nickname: '김조교', isAdmin: false },
        ],
      },
    },
    'GET /api/admin/reply-templates': { body: { templates: [] } },
    [LIST]: { body: listOf([inquiry]) },
  };
  const completing = { 'POST /api/inquiry/7/complete': { body: { message: '', inquiry: done } } };
  const answer = async (text: string) => {
    fireEvent.input(await screen.findByLabelText(/^답변/), { target: { value: text } });
    press('완료');
    const dialog = await screen.findByRole('alertdialog', { name: '이 답변으로 완료할까요?' });
    fireEvent.click(within(dialog).getByRole('button', { name: '완료' }));
  };

  it('opens the next open one after an answer, with the focus and a line about it [INQ-354]', async () => {
    const calls = fakeApi({ ...common, ...completing });
    await show(7);
    await answer('부여했습니다.');
    const heading = await screen.findByRole('heading', { name: '다음 문의의 제목' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const line = screen.getByText(/문의를 완료했습니다/).closest('[role=status]');
    expect(line?.textContent).toContain('‘학생 권한을 요청합니다’ 문의를 완료했습니다.');
    expect(
      within(line as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toContain('id=7');
    expect(screen.getByLabelText(/^답변/)).toHaveProperty('value', '');
    // What was finished counts no more when the next one is looked for.
    expect(calls.lastIndexOf(DESK)).toBeGreaterThan(
      calls.findIndex((call) => call.startsWith('POST /api/inquiry/7/complete')),
    );
  });

  it('goes back to the list after the last one, where the line has the focus [INQ-354]', async () => {
    let isDone = false;
    fakeApi({
      ...common,
      [DESK]: () => ({ body: { ...desk, nextOpenId: isDone ? null : 8 } }),
      'POST /api/inquiry/7/complete': () => {
        isDone = true;
        return { body: { message: '', inquiry: done } };
      },
    });
    await show(7);
    await answer('부여했습니다.');
    const line = await screen.findByText(/답변할 문의가 더 없습니다/);
    await waitFor(() => expect(document.activeElement).toBe(line.closest('[role=status]')));
    expect(await screen.findByRole('row', { name: /학생 권한을 요청합니다/ })).toBeDefined();
  });

  it('leaves who went elsewhere meanwhile where they are [INQ-354]', async () => {
    let finish: (response: { body: unknown }) => void = () => undefined;
    fakeApi({
      ...common,
      'POST /api/inquiry/7/complete': () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await show(7);
    await answer('부여했습니다.');
    press('주소 바꾸기');
    await screen.findByRole('row', { name: /학생 권한을 요청합니다/ });
    finish({ body: { message: '', inquiry: done } });
    expect(await screen.findByText('문의를 완료했습니다.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: '다음 문의의 제목' })).toBeNull();
    expect(screen.queryByText(/다음 문의입니다/)).toBeNull();
  });

  it('does not repeat the line about it at the next visit [INQ-354]', async () => {
    fakeApi({ ...common, ...completing });
    await show(7);
    await answer('부여했습니다.');
    await screen.findByText(/다음 문의입니다/);
    press('주소 바꾸기');
    await screen.findByRole('row', { name: /학생 권한을 요청합니다/ });
    press('주소 바꾸기');
    await screen.findByRole('heading', { name: '다음 문의의 제목' });
    expect(screen.queryByText(/다음 문의입니다/)).toBeNull();
  });

  it('drops the line about the last one when another filter is chosen [INQ-354]', async () => {
    fakeApi({ ...common, ...completing, [DESK]: { body: { ...desk, nextOpenId: null } } });
    await show(7);
    await answer('부여했습니다.');
    await screen.findByText(/답변할 문의가 더 없습니다/);
    fireEvent.click(screen.getByRole('radio', { name: /^완료/ }));
    expect(screen.queryByText(/답변할 문의가 더 없습니다/)).toBeNull();
  });

  it('keeps the text of the slower one, which becomes a follow-up [INQ-352]', async () => {
    let isAnswered = false;
    const message = '김관리 님이 먼저 처리했습니다. 쓰던 글은 남아 있습니다.';
    fakeApi({
      ...common,
      [DETAIL]: () => ({ body: isAnswered ? done : detail }),
      [DESK]: () => ({
        body: isAnswered ? { ...desk, state: 'COMPLETED', responderNickname: '김관리' } : desk,
      }),
      'POST /api/inquiry/7/complete': () => {
        isAnswered = true;
        return { status: 409, body: { error: 'INQUIRY_COMPLETED', message } };
      },
    });
    await show(7);
    await screen.findByText('문새벽');
    await answer('내가 쓴 답변');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    fireEvent.click(await screen.findByRole('button', { name: '답변 보기' }));
    expect(await screen.findByText('부여했습니다.')).toBeDefined();
    expect(await screen.findByLabelText(/^추가 답변/)).toHaveProperty('value', '내가 쓴 답변');
  });

  it('gives it to a colleague who may handle it, and says who was faster [INQ-345]', async () => {
    const message = '김관리 님이 먼저 맡았습니다. 다시 확인해 주세요.';
    const calls = fakeApi({
      ...common,
      'PUT /api/inquiry/7/assignee': { status: 409, body: { error: 'EDIT_CONFLICT', message } },
    });
    await show(7);
    fireEvent.click(await screen.findByRole('button', { name: '담당 없음, 담당 바꾸기' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        '내가 맡기',
        '김관리',
      ]),
    );
    fireEvent.click(screen.getByRole('menuitem', { name: '내가 맡기' }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(calls).toContain('PUT /api/inquiry/7/assignee {"assigneeId":1,"before":null}');
    fireEvent.click(screen.getByRole('button', { name: '확인' }));
  });

  it('follows the keys, but not while somebody types or composes [UI-543]', async () => {
    const calls = fakeApi({
      ...common,
      'PUT /api/inquiry/7/assignee': {
        body: { message: '담당: 나루지기', assignee: { id: 1, nickname: '나루지기' } },
      },
    });
    await show(7);
    await screen.findByText('1 / 3', { exact: false });
    const field = screen.getByLabelText(/^답변/);
    const ignored = [
      { on: field, code: 'KeyJ', key: 'j' },
      { on: document.body, code: 'KeyJ', key: 'Process', isComposing: true },
      { on: document.body, code: 'KeyJ', key: 'Process', keyCode: 229 },
      { on: document.body, code: 'KeyJ', key: 'j', ctrlKey: true },
    ];
    for (const { on, ...init } of ignored) fireEvent.keyDown(on, init);
    expect(screen.getByRole('heading', { name: '학생 권한을 요청합니다' })).toBeDefined();
    fireEvent.keyDown(document.body, { code: 'KeyA', key: 'ㅁ' });
    await waitFor(() =>
      expect(calls).toContain('PUT /api/inquiry/7/assignee {"assigneeId":1,"before":null}'),
    );
    fireEvent.keyDown(document.body, { code: 'KeyR', key: 'r' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(document.body, { code: 'Slash', key: '?', shiftKey: true });
    const help = await screen.findByRole('dialog', { name: '단축키' });
    // A dialog takes the keys.
    fireEvent.keyDown(help, { code: 'KeyJ', key: 'j' });
    fireEvent.click(within(help).getByRole('button', { name: '닫기' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(document.body, { code: 'KeyJ', key: 'ㅓ' });
    expect(await screen.findByRole('heading', { name: '다음 문의의 제목' })).toBeDefined();
    fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k' });
    expect(await screen.findByRole('heading', { name: '학생 권한을 요청합니다' })).toBeDefined();
  });
});
