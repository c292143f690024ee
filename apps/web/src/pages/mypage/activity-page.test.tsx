import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { ActivityPage } from './activity-page.tsx';

const comment = {
  id: 31,
  postId: 7,
  boardType: 'FREE',
  lectureRoomId: null,
  title: '글',
  content: '내 댓글',
  createdDate: '2026-11-20T12:00:00+09:00',
};
const none = { totalPages: 0, totalElements: 0 };

let scrolled: string[] = [];
let sendPosts: () => void = () => undefined;

async function show(at: string, focusSection?: string) {
  const posts = new Promise<void>((resolve) => {
    sendPosts = resolve;
  });
  fakeApi({
    'GET /api/post/my-comments': { body: { posts: [comment], totalPages: 1, totalElements: 1 } },
    'GET /api/post/my-posts': () => posts.then(() => ({ body: { posts: [], ...none } })),
    'GET /api/post/like': { body: { likes: [], ...none } },
    'GET /api/post/scraps': { body: { scraps: [], ...none } },
  });
  const known: [string, unknown][] = [['me', { id: 1, roles: ['STUDENT'] }]];
  const { router } = await renderRouted(<ActivityPage />, known, at);
  if (focusSection) await router.navigate({ to: '/', state: { focusSection } });
  return router;
}

const focused = () => document.activeElement?.id;

describe('ActivityPage', () => {
  beforeEach(() => {
    logInForTest();
    scrolled = [];
    Element.prototype.scrollIntoView = function scroll() {
      scrolled.push(this.id);
    };
  });

  it('scrolls to the section of the hash once the lists above it are loaded [UI-87]', async () => {
    await show('/#scraps');
    await screen.findByText('스크랩한 글이 없습니다.');
    expect(focused()).not.toBe('scraps-title');
    sendPosts();
    await waitFor(() => expect(focused()).toBe('scraps-title'));
    expect(scrolled.at(-1)).toBe('scraps');
  });

  it('scrolls to the section of the navigation state, also when the page is open [UI-87, MEMB-16, MEMB-17]', async () => {
    const router = await show('/', 'liked');
    sendPosts();
    await waitFor(() => expect(focused()).toBe('liked-title'));
    await router.navigate({ to: '/', state: { focusSection: 'posts' } });
    await waitFor(() => expect(focused()).toBe('posts-title'));
    expect(scrolled).toEqual(['liked', 'posts']);
  });

  it('does not scroll again when Back returns to the entry [UI-87]', async () => {
    const router = await show('/#scraps');
    sendPosts();
    await waitFor(() => expect(focused()).toBe('scraps-title'));
    await router.navigate({ to: '/', hash: 'posts' });
    await waitFor(() => expect(focused()).toBe('posts-title'));
    scrolled = [];
    router.history.back();
    await waitFor(() => expect(router.state.location.hash).toBe('scraps'));
    await waitFor(() => expect(router.state.status).toBe('idle'));
    // The router restores the position of a hash itself; the page adds no focus.
    expect(focused()).toBe('posts-title');
  });

  it('links an own comment to its place in the thread [COMM-74]', async () => {
    await show('/');
    const link = await screen.findByRole('link', { name: /내 댓글/ });
    expect(link.getAttribute('href')).toBe('/main/community/free/post/7#comment-31');
  });
});
