import { BOARDS, type BoardType } from '@naru/contract/boards';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeTokens } from '../../../lib/session/tokens.ts';
import { writingNames } from '../../../lib/stored-writing.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';

const saved = vi.fn();
let calls: string[];
let allowed: BoardType[];
/** The draft on the account. */
let stored: object | null;
beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  [allowed, stored] = [['FREE'], null];
  const ends = Math.floor(Date.now() / 1000) + 600;
  writeTokens({ accessToken: 'a', refreshToken: `r.${ends}` });
});

async function open(post?: { id: number; anonymous?: boolean }, board: BoardType = 'FREE') {
  cleanup();
  calls = fakeApi({
    'GET /api/member/drafts/FREE': () => ({ body: { draft: stored } }),
    'DELETE /api/member/drafts/FREE': () => {
      stored = null;
      return { body: { message: '' } };
    },
    'PUT /api/member/drafts/FREE': { body: { savedAt: '2026-11-23T09:00:00+09:00', other: null } },
    'POST /api/post/post-up': { status: 201, body: { id: 1, message: '' } },
    'PUT /api/post/post-up/7': { body: { id: 7, message: '' } },
  });
  const known = post && { title: '제목', content: '<p>본문</p>', attachments: [], ...post };
  await renderRouted(
    <PostForm
      board={BOARDS[board]}
      memberId={1}
      post={known as never}
      onSaved={saved}
      onScheduled={() => undefined}
      onCancel={() => undefined}
    />,
    [['config', { anonymousBoards: allowed }]],
  );
  await screen.findByRole('textbox', { name: /내용/ });
}
const NAME = { name: '익명으로 쓰기' };
const box = () => screen.findByRole<HTMLInputElement>('checkbox', NAME);
/** The editor reads what was typed once the observer of its element runs. */
const type = (title: string) =>
  act(async () => {
    fireEvent.input(screen.getByRole('textbox', { name: /제목/ }), { target: { value: title } });
    const editor = screen.getByRole('textbox', { name: /내용/ });
    editor.innerHTML = `<p>${title} 본문</p>`;
    fireEvent.input(editor);
  });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sentBody = (call: string) => {
  const sent = calls.find((one) => one.startsWith(`${call} {`));
  return JSON.parse(sent?.slice(call.length + 1) ?? 'null');
};
const savesOnAccount = () => calls.filter((call) => call.startsWith('PUT /api/member/drafts'));

describe('the choice to write anonymously', () => {
  it('is off at first, and sent only when it is ticked [ANON-60]', async () => {
    await open();
    expect((await box()).checked).toBe(false);
    await type('이름으로');
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(sentBody('POST /api/post/post-up')).not.toHaveProperty('anonymous');

    await open();
    fireEvent.click(await box());
    expect(screen.getByText(/^익명 글에는 파일을 첨부할 수 없습니다/)).toBeDefined();
    await type('이름 없이');
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(sentBody('POST /api/post/post-up')).toMatchObject({ anonymous: true, attachments: [] });
    expect(savesOnAccount()).toEqual([]);
  });

  it('is absent where no ADMIN allows it, and on boards without it', async () => {
    allowed = [];
    await open();
    expect(screen.queryByRole('checkbox', NAME)).toBeNull();
    await open(undefined, 'SECRET');
    expect(screen.queryByRole('checkbox', NAME)).toBeNull();
  });

  it('is shown of a stored post, and cannot be changed [ANON-64]', async () => {
    await open({ id: 7, anonymous: true });
    expect([(await box()).checked, (await box()).disabled]).toEqual([true, true]);
    press('수정');
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentBody('PUT /api/post/post-up/7')).not.toHaveProperty('anonymous');
    await open({ id: 7 });
    expect(screen.queryByRole('checkbox', NAME)).toBeNull();
  });

  it('comes back with its draft, also after it was withdrawn, and is never lost [ANON-68, ANON-69]', async () => {
    await open();
    fireEvent.click(await box());
    await type('쓰다 만 고민');
    window.dispatchEvent(new Event('pagehide'));
    const [name, ...more] = writingNames();
    expect([name, more]).toEqual([expect.stringContaining('SECRET-FREE'), []]);

    allowed = [];
    await open();
    press('이어 쓰기');
    expect((await box()).checked).toBe(true);
    expect(screen.getByText(/^지금은 이 게시판에서 익명으로 올릴 수 없습니다/)).toBeDefined();
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentBody('POST /api/post/post-up')).toMatchObject({ anonymous: true });
  });

  it('moves the draft that is on the account to this device [ANON-69]', async () => {
    const content = { title: '전에 쓰던 글', html: '<p>전에</p>', choices: '', files: [] };
    stored = { version: 'before-0001', savedAt: '2026-11-20T09:00:00+09:00', content };
    await open();
    await screen.findByRole('region', { name: '다른 기기에서 쓰던 글' });
    expect(stored).not.toBeNull();
    press('이어 쓰기');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ }).value).toBe(
      '전에 쓰던 글',
    );
    await waitFor(() => expect(stored).toBeNull());
    await type('고친 글');
    window.dispatchEvent(new Event('pagehide'));
    expect(writingNames()).toHaveLength(1);
    expect(savesOnAccount()).toEqual([]);
  });
});
