import { BOARDS } from '@naru/contract/boards';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';

const done = { saved: vi.fn(), scheduled: vi.fn() };
let calls: string[];
beforeEach(() => {
  vi.clearAllMocks();
  calls = fakeApi({
    'GET /api/admin/notice-reach': { body: { count: 37, unstated: 12 } },
    'POST /api/post/post-up': { status: 201, body: { id: 1, message: '' } },
    'POST /api/admin/scheduled-notices': { status: 201, body: { id: 1, message: '' } },
    'PUT /api/post/post-up/7': { body: { id: 7, message: '' } },
  });
});

type Post = Parameters<typeof PostForm>[0]['post'];

async function open(post?: Post) {
  await renderRouted(
    <PostForm
      board={BOARDS.NOTICE}
      memberId={1}
      post={post}
      onSaved={done.saved}
      onScheduled={done.scheduled}
      onCancel={() => undefined}
    />,
  );
  return screen.findByRole<HTMLInputElement>('textbox', { name: /제목/ });
}
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isPressed = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';
const set = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function write(title: HTMLElement, text: string) {
  type(title, text);
  const editor = await screen.findByRole('textbox', { name: /내용/ });
  editor.innerHTML = '<p>강당으로 오세요</p>';
  fireEvent.input(editor);
}
const bodyOf = (call: string) => {
  const sent = calls.find((one) => one.startsWith(`${call} {`));
  return JSON.parse(sent?.slice(call.length + 1) ?? 'null');
};

describe('the form of a notice', () => {
  it('says how many members it notifies and sends the chosen years [POST-62]', async () => {
    const title = await open();
    expect((await screen.findByText(/에게 알림을/)).textContent).toBe('37명에게 알림을 보냅니다.');
    expect(isPressed('전학년')).toBe(true);
    press('4학년');
    press('3학년');
    expect([isPressed('전학년'), isPressed('3학년'), isPressed('4학년')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await screen.findByText('학년을 밝히지 않은 12명도 들어 있습니다.')).toBeDefined();
    await write(title, '졸업 설명회');
    press('등록');
    await vi.waitFor(() => expect(done.saved).toHaveBeenCalled());
    expect(bodyOf('POST /api/post/post-up')).toMatchObject({ years: [3, 4], expiresAt: null });
  });

  it('says that majors and lists were not loaded, and loads them on request [POST-62]', async () => {
    let isDown = true;
    fakeApi({
      'GET /api/admin/notice-reach': { body: { count: 37, unstated: 12 } },
      'GET /api/admin/audiences': () =>
        isDown
          ? { status: 503, body: { error: 'UNAVAILABLE', message: '' } }
          : { body: { majors: [{ name: '해양공학' }], lists: [] } },
    });
    await open();
    const alert = await screen.findByText(/전공과 명단을 불러오지 못했습니다/);
    expect(screen.queryByRole('button', { name: '해양공학' })).toBeNull();
    isDown = false;
    press('다시 불러오기');
    expect(await screen.findByRole('button', { name: '해양공학' })).toBeDefined();
    expect(alert.isConnected).toBe(false);
  });

  it('follows the year that the title names [POST-63]', async () => {
    const title = await open();
    press('1학년');
    type(title, '<4학년> 졸업 심사');
    await vi.waitFor(() => expect(isPressed('4학년')).toBe(true));
    expect(isPressed('1학년')).toBe(false);
    press('2학년');
    expect(isPressed('2학년')).toBe(false);
    expect(screen.getByText(/제목에 적은 <4학년>을 따릅니다/)).toBeDefined();
    type(title, '졸업 심사');
    await vi.waitFor(() => expect(isPressed('1학년')).toBe(true));
  });

  it('schedules a notice with its pin and end, in Korean time, and names what is missing [POST-65]', async () => {
    const title = await open();
    await write(title, '개강 안내');
    fireEvent.click(screen.getByRole('radio', { name: '예약' }));
    press('예약');
    expect(await screen.findByText('올릴 시각을 정해 주세요.')).toBeDefined();
    set(/예약 시각/, '2020-03-02T09:00');
    press('예약');
    expect(await screen.findByText(/지금부터 365일 안에서/)).toBeDefined();
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const later = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    set(/예약 시각/, `${day}T09:00`);
    set(/게시 종료/, `${day}T08:00`);
    press('예약');
    expect(await screen.findByText(/올라가는 시각보다 뒤로/)).toBeDefined();
    set(/게시 종료/, `${later}T18:00`);
    set(/고정 종료일/, later);
    press('예약');
    await vi.waitFor(() => expect(done.scheduled).toHaveBeenCalled());
    expect(bodyOf('POST /api/admin/scheduled-notices')).toMatchObject({
      post: {
        boardType: 'NOTICE',
        title: '개강 안내',
        years: [],
        expiresAt: `${later}T18:00:00+09:00`,
      },
      publishAt: `${day}T09:00:00+09:00`,
      pinUntil: later,
    });
    expect(done.saved).not.toHaveBeenCalled();
  });

  it('marks a must-read notice, refuses a day that is over and asks again on request [POST-240]', async () => {
    await open({
      id: 7,
      title: '안전 교육',
      content: '<p>강당</p>',
      years: [],
      attachments: [],
      expiresAt: null,
      mustReadState: { round: 1, dueOn: '2020-03-02', isAsked: true, confirmedAt: null },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: /^다시 확인 받기/ }));
    await screen.findByRole('textbox', { name: /내용/ });
    set(/확인 기한/, '2020-03-01');
    press('수정');
    expect(await screen.findByText(/올라가는 날부터/)).toBeDefined();
    set(/확인 기한/, '2020-03-02');
    press('수정');
    await vi.waitFor(() => expect(done.saved).toHaveBeenCalled());
    expect(bodyOf('PUT /api/post/post-up/7').mustRead).toEqual({
      dueOn: '2020-03-02',
      again: true,
    });
  });

  it('keeps audience and end of a published notice, which notifies nobody again [POST-62]', async () => {
    await open({
      id: 7,
      title: '<2학년> 설명회',
      content: '<p>강당</p>',
      years: [2],
      attachments: [],
      expiresAt: '2026-12-01T18:00:00+09:00',
    });
    expect(screen.getByText(/이미 보낸 알림은 다시 보내지 않습니다/)).toBeDefined();
    expect(screen.queryByRole('radio', { name: '예약' })).toBeNull();
    set(/게시 종료/, '');
    await screen.findByRole('textbox', { name: /내용/ });
    press('수정');
    await vi.waitFor(() => expect(done.saved).toHaveBeenCalled());
    expect(bodyOf('PUT /api/post/post-up/7')).toMatchObject({ years: [2], expiresAt: null });
    expect(calls.some((call) => call.includes('notice-reach'))).toBe(false);
  });
});

describe('the groups of a notice', () => {
  it('are chosen beside the years, counted, and sent [NOTIF-385]', async () => {
    const audiences = {
      majors: [{ name: '해양공학', count: 3 }],
      lists: [{ id: 7, name: '팀장', count: 2 }],
    };
    calls = fakeApi({
      'GET /api/admin/audiences': { body: audiences },
      'GET /api/admin/notice-reach': ({ query }) => ({
        body: { count: query.get('groups') === 'GRADUATE,LIST:7' ? 5 : 90, unstated: 0 },
      }),
      'POST /api/post/post-up': { status: 201, body: { id: 1, message: '' } },
    });
    await open();
    press('대학원생');
    fireEvent.click(await screen.findByRole('button', { name: '명단 ‘팀장’' }));
    expect(await screen.findByText('5명')).toBeDefined();
    expect([isPressed('전학년'), isPressed('대학원생'), isPressed('해양공학')]).toEqual([
      false,
      true,
      false,
    ]);
    press('전학년');
    expect(isPressed('대학원생')).toBe(false);
  });
});
