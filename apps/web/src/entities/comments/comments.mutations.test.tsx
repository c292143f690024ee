import type { Comment } from '@naru/contract/comments';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { meAnswerFixture } from '../../testing/me.ts';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { questions } from '../../ui/ask.ts';
import { commentKeys } from '../keys.ts';
import { type Thread, unsentComment, useAddComment } from './comments.mutations.ts';
import type { CommentPages } from './comments.queries.ts';
import { boardThreadApi, lectureThreadApi } from './thread-api.ts';

const { meDto: ME } = meAnswerFixture({
  profileThumbnails: '/files/me.webp',
  profileImageUrl: '/files/me.webp',
});

function threadOf(change: Partial<Thread> = {}): Thread {
  return {
    postId: 1,
    boardType: 'FREE',
    threadApi: boardThreadApi,
    anonymous: false,
    isPostAuthor: false,
    author: null,
    me: ME,
    onCount: () => undefined,
    ...change,
  };
}

const INPUT = { content: '안녕하세요', parentId: null, clientId: 'client-0001' };
const OLDEST = commentKeys.list(1, 'oldest');

function setup(thread: Thread) {
  const client = new QueryClient();
  const empty = { comments: [], commentCount: 0, currentPage: 0, totalPages: 1, next: null };
  client.setQueryData(OLDEST, { pageParams: [null], pages: [empty] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAddComment(thread), { wrapper });
  const shown = (): Comment[] =>
    client.getQueryData<CommentPages>(OLDEST)?.pages[0]?.comments ?? [];
  return { result, shown };
}

function stubAnswer() {
  let resolve: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((done) => {
    resolve = done;
  });
  vi.stubGlobal('fetch', () => promise);
  return (status: number, body: unknown) => resolve(new Response(JSON.stringify(body), { status }));
}

describe('unsentComment', () => {
  it('hides the author below an anonymous post [ANON-02]', () => {
    const secret = unsentComment(threadOf({ boardType: 'SECRET', anonymous: true }), INPUT);
    expect(secret).toMatchObject({
      writerId: null,
      writerNickname: '익명',
      writerProfileThumbnails: null,
      writerRoles: [],
    });
    const own = threadOf({ boardType: 'SECRET', anonymous: true, isPostAuthor: true });
    expect(unsentComment(own, INPUT).writerNickname).toBe('글쓴이');
  });

  it('shows the member elsewhere, with a unique id', () => {
    const first = unsentComment(threadOf(), INPUT);
    const second = unsentComment(threadOf(), INPUT);
    expect(first).toMatchObject({ writerNickname: '해솔', isAuthor: true });
    expect(first.id).toBeLessThan(0);
    expect(second.id).not.toBe(first.id);
  });
});

describe('useAddComment', () => {
  it('shows the comment optimistically and replaces it by the stored one', async () => {
    const answer = stubAnswer();
    const onCount = vi.fn();
    const { result, shown } = setup(threadOf({ onCount }));
    act(() => result.current.mutate(INPUT));
    await waitFor(() => expect(shown()).toHaveLength(1));
    const unsent = shown()[0];
    expect(unsent).toMatchObject({ content: '안녕하세요', isAuthor: true });
    answer(201, { comment: { ...unsent, id: 77 }, commentCount: 1 });
    await waitFor(() => expect(shown().map(({ id }) => id)).toEqual([77]));
    await waitFor(() => expect(onCount).toHaveBeenCalledWith(1));
  });

  it.each([
    [403, 'COMMENT_DENIED', '댓글 작성 권한이 없습니다.'],
    [429, 'COMMENT_THROTTLED', '댓글을 너무 빠르게 작성하고 있습니다. 잠시 후 다시 시도해 주세요.'],
  ])(
    'takes it back after a %i and repeats what the server says',
    async (status, error, message) => {
      const answer = stubAnswer();
      const { result, shown } = setup(threadOf());
      act(() => result.current.mutate(INPUT));
      await waitFor(() => expect(shown()).toHaveLength(1));
      answer(status, { error, message, requestId: 'x' });
      await waitFor(() => expect(shown()).toHaveLength(0));
      await waitFor(() =>
        expect(shownToasts().at(-1)).toMatchObject({ kind: 'error', text: message }),
      );
    },
  );

  it.each([
    [null, '댓글 등록 실패'],
    [7, '답글 등록 실패'],
  ])('alerts below a post of a lecture room, parent %s [COMM-14]', async (parentId, title) => {
    const answer = stubAnswer();
    const { result } = setup(threadOf({ boardType: 'LECTURE_Q', threadApi: lectureThreadApi }));
    act(() => result.current.mutate({ ...INPUT, parentId }));
    answer(403, { error: 'COMMENT_DENIED', message: '댓글 작성 권한이 없습니다.', requestId: 'x' });
    await waitFor(() =>
      expect(questions.get().at(-1)).toMatchObject({ title, body: '댓글 작성 권한이 없습니다.' }),
    );
    for (const question of questions.get()) question.answer(false);
  });
});
