import type { PostDetail } from '@naru/contract/posts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { AskHost } from '../../ui/ask-host.tsx';
import { WritePage } from './write-page.tsx';

const POST = { id: 7, boardType: 'FREE', isAuthor: false } as PostDetail;

/** Opens the form as a new page; drafts stay in the browser. */
async function open(board: string, id?: number, search = '') {
  cleanup();
  fakeMedia();
  const calls = fakeApi({
    'POST /api/post/post-up': { status: 201, body: { id: 8, message: '' } },
    'GET /api/post/7': { body: { dto: POST } },
  });
  const form = () => (
    <>
      <WritePage />
      <AskHost />
    </>
  );
  const options =
    id === undefined
      ? { path: PATHS.write, at: `/write/${board}${search}` }
      : { path: PATHS.edit, at: `/write/${board}/${id}` };
  const me = { id: 1, roles: ['USER', 'STUDENT'], favoriteBoards: [] };
  const router = await renderPage(form, {
    ...options,
    known: [
      ['me', me],
      ['config', {}],
    ],
  });
  return { calls, path: () => router.state.location.pathname, router };
}

const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: '제목' });
const editor = () => screen.findByRole('textbox', { name: '내용' });
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const offer = () => screen.queryByRole('region', { name: '임시 저장된 글' });

async function write(text: string) {
  const field = await editor();
  field.innerHTML = `<p>${text}</p>`;
  await waitFor(() => expect(field.textContent).toBe(text));
}

/** The draft is saved a moment after the last change. */
function pause(change: () => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  change();
  act(() => void vi.advanceTimersByTime(600));
  vi.useRealTimers();
  expect(screen.getByText(/임시 저장됨$/)).toBeDefined();
}

describe('WritePage', () => {
  it('requires a title and a text, and a title within its limit [POST-01]', async () => {
    const { calls, path } = await open('free');
    const required = '게시판, 제목, 내용을 모두 입력해 주세요.';
    await editor();
    press('등록');
    await screen.findByRole('textbox', { name: '제목', description: new RegExp(required) });
    type(await title(), '내용이 없는 글');
    press('등록');
    // Only the text is missing now.
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(required));
    type(await title(), '가'.repeat(101));
    press('등록');
    const tooLong = /제목은 100자 이하로 입력해 주세요\./;
    await screen.findByRole('textbox', { name: '제목', description: tooLong });
    expect(path()).toBe('/write/free');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it.each([
    ['자유게시판 글쓰기', 'free', ''],
    ['조교 공지 예약 수정', 'notice', '?scheduled=6'],
  ])('is headed %s', async (heading, board, search) => {
    await open(board, undefined, search);
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
  });

  it('opens no form for the post of another member', async () => {
    await open('free', 7);
    await screen.findByText('권한이 없습니다.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the draft of a post [POST-10]', () => {
  it('is saved, and a warning comes before the page is left', async () => {
    const { path, router } = await open('review');
    await write('여기까지 썼는데');
    const field = await title();
    pause(() => type(field, '쓰다 만 글'));
    press('취소');
    const warning = () => screen.findByRole('alertdialog', { name: '이 페이지를 나갈까요?' });
    fireEvent.click(within(await warning()).getByRole('button', { name: '계속 쓰기' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(path()).toBe('/write/review');
    const leaving = router.navigate({ href: '/main/community/market' });
    fireEvent.click(within(await warning()).getByRole('button', { name: '나가기' }));
    await leaving;
    expect(path()).toBe('/main/community/market');
  });

  it('is offered and restored until the post is published [UI-20]', async () => {
    await open('review');
    await write('여기까지 썼는데');
    const field = await title();
    pause(() => type(field, '쓰다 만 글'));

    const { calls, path } = await open('review');
    expect((await title()).value).toBe('');
    await editor();
    press('이어 쓰기');
    expect((await title()).value).toBe('쓰다 만 글');
    await waitFor(async () => expect((await editor()).textContent).toBe('여기까지 썼는데'));
    expect(offer()).toBeNull();
    press('등록');
    await waitFor(() => expect(path()).toBe('/main/community/review'));
    expect(calls.find((call) => call.startsWith('POST'))).toContain('"title":"쓰다 만 글"');

    await open('review');
    await editor();
    expect(offer()).toBeNull();
  });

  it('belongs to one board and can be discarded', async () => {
    await open('free');
    await editor();
    const field = await title();
    pause(() => type(field, '버릴 글'));
    await open('qna');
    await editor();
    expect(offer()).toBeNull();
    await open('free');
    await editor();
    expect(offer()).not.toBeNull();
    press('버리기');
    expect(offer()).toBeNull();
    await open('free');
    await editor();
    expect(offer()).toBeNull();
  });
});
