import type { Comment } from '@naru/contract/comments';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { boardThreadApi } from './thread-api.ts';
import { ThreadView } from './thread-view.tsx';

const LIST = 'GET /api/post/1/comments';
const SET = 'PUT /api/post/1/alias-block';
const MASK = '차단한 익명 회원의 댓글입니다.';

function commentOf(id: number, change: Partial<Comment> = {}): Comment {
  return {
    id,
    postId: 1,
    boardType: 'SECRET',
    parentId: null,
    content: `댓글 ${id}`,
    text: `댓글 ${id}`,
    createdDate: '2026-11-20T14:02:00+09:00',
    edited: false,
    deleted: false,
    writerId: null,
    writerNickname: `익명${id}`,
    writerProfileThumbnails: null,
    writerRoles: [],
    isPostAuthor: false,
    isAuthor: false,
    countChildren: 0,
    likes: 0,
    liked: false,
    targetNickname: null,
    ...change,
  };
}

const page = (comments: Comment[]) => ({
  body: { comments, commentCount: comments.length, currentPage: 0, totalPages: 1, next: null },
});

const NAMELESS = { writerId: null, writerNickname: '익명', writerProfileThumbnails: null };

function showThread(anonymous: boolean) {
  const post = { id: 1, isAuthor: false, commentCount: 2, boardType: 'FREE', anonymous } as const;
  return renderRouted(
    <ThreadView
      post={{ ...post, ...NAMELESS }}
      threadApi={boardThreadApi}
      onCount={() => undefined}
    />,
  );
}

const MENU = { name: /댓글 메뉴$/ };

/** An entry of the menu of the first comment. */
async function choose(entry: string): Promise<void> {
  const [menu] = await screen.findAllByRole('button', MENU);
  fireEvent.keyDown(menu as HTMLElement, { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

async function answer(name: string, choice: string): Promise<HTMLElement> {
  const question = await screen.findByRole('alertdialog', { name });
  fireEvent.click(within(question).getByRole('button', { name: choice }));
  return question;
}

describe('the block of a name in an anonymous thread [ANON-17]', () => {
  it('asks, says where it applies, hides the comment and is lifted there', async () => {
    let comments = [commentOf(1), commentOf(2)];
    const calls = fakeApi({
      [LIST]: () => page(comments),
      [SET]: ({ body }) => {
        const { blocks } = body as { blocks: boolean };
        const masked = { content: MASK, text: MASK, blocked: true };
        comments = [commentOf(1, blocks ? masked : {}), commentOf(2)];
        const message = blocks ? '이 글에서 차단했습니다.' : '차단을 해제했습니다.';
        return { body: { blocks, message } };
      },
    });
    await showThread(true);
    await choose('차단');
    await answer('이 글에서 익명1 님을 차단할까요?', '취소');
    expect(calls).not.toContain(`${SET} {"alias":"익명1","blocks":true}`);

    await choose('차단');
    const question = await answer('이 글에서 익명1 님을 차단할까요?', '차단');
    expect(question.textContent).toContain('익명1의 댓글이 나에게만 가려지고');
    expect(question.textContent).toContain('다른 글에는 적용되지 않으며');
    expect(await screen.findByText(MASK)).toBeDefined();
    expect(calls).toContain(`${SET} {"alias":"익명1","blocks":true}`);
    expect(shownToasts().at(-1)).toMatchObject({ text: '이 글에서 차단했습니다.' });
    expect(screen.getByText('댓글 2')).toBeDefined();

    await choose('차단 해제');
    expect(await screen.findByText('댓글 1')).toBeDefined();
    expect(calls).toContain(`${SET} {"alias":"익명1","blocks":false}`);
  });

  it('says why it failed', async () => {
    const message = '내가 쓴 글과 댓글은 차단할 수 없습니다. 필요 없다면 삭제해 주세요.';
    fakeApi({
      [LIST]: page([commentOf(1)]),
      [SET]: { status: 400, body: { error: 'ALIAS_OWN', message } },
    });
    await showThread(true);
    await choose('차단');
    await answer('이 글에서 익명1 님을 차단할까요?', '차단');
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ text: message }));
  });

  it.each([
    ['own comments', true, { isAuthor: true }],
    ['a name without a number', true, { writerNickname: '익명' }],
    ['members with names', false, { writerNickname: '해솔', writerId: 5 }],
  ])('is not offered for %s', async (_what, anonymous, change) => {
    fakeApi({ [LIST]: page([commentOf(1, change)]) });
    await showThread(anonymous);
    fireEvent.keyDown(await screen.findByRole('button', MENU), { key: 'ArrowDown' });
    await screen.findByRole('menuitem', { name: '링크 복사' });
    expect(screen.queryByRole('menuitem', { name: /차단/ })).toBeNull();
  });
});
