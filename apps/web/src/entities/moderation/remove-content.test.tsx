import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { commentKeys, lectureKeys, lecturePostKeys, postKeys } from '../keys.ts';
import { useRemovePost } from '../posts/remove-post.ts';
import { useRemoveContent } from './remove-content.ts';

const LIST = postKeys.list({ boardType: 'FREE', page: 0 });
const ROOM = { lectureId: 3, board: 'LECTURE_Q', page: 0, filter: 'all' } as const;

function setUpWith<T>(useMutation: () => T) {
  const calls = fakeApi({
    'DELETE /api/post/7': { body: { message: '' } },
    'DELETE /api/comment/9': { body: { message: '', commentCount: 0 } },
  });
  const client = createTestClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useMutation, { wrapper });
  return { calls, client, mutation: result.current };
}

describe('useRemovePost', () => {
  it('makes the lists stale, but does not load the open post again', async () => {
    const { calls, client, mutation } = setUpWith(() => useRemovePost(7));
    client.setQueryData<object>(LIST, {});
    client.setQueryData<object>(postKeys.detail(7), {});
    await act(() => mutation.mutateAsync(undefined));
    expect(client.getQueryState(LIST)?.isInvalidated).toBe(true);
    expect(client.getQueryState(postKeys.detail(7))?.isInvalidated).toBe(false);
    expect(calls).toEqual(['DELETE /api/post/7']);
  });
});

describe('useRemoveContent', () => {
  const setUp = () => {
    const { mutation, ...rest } = setUpWith(useRemoveContent);
    return { ...rest, remove: mutation.mutateAsync };
  };

  it.each([
    ['the list of its board', LIST],
    ['the list of its lecture room', lecturePostKeys.list(ROOM)],
    ['its page in the lecture room', lecturePostKeys.detail(3, 7)],
    ['what the room counts', lectureKeys.week(3)],
    ['the comments below it', commentKeys.list(7, 'oldest')],
  ])('makes %s stale', async (_, queryKey) => {
    const { client, remove } = setUp();
    client.setQueryData(queryKey, {});
    await act(() => remove({ type: 'POST', id: 7, reason: '광고' }));
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('removes a comment through the comment route', async () => {
    const { calls, remove } = setUp();
    await act(() => remove({ type: 'COMMENT', id: 9, reason: '광고' }));
    expect(calls).toEqual(['DELETE /api/comment/9']);
  });
});
