import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { FollowedList } from './followed-list.tsx';

const MINE = 'GET /api/member/follows';

function postOf(id: number, title: string) {
  return { id, title, place: '자유게시판', boardType: 'FREE', lectureRoomId: null };
}

it('keeps what is switched off in its place, so that no other row comes below the finger [NOTIF-77]', async () => {
  const posts = [postOf(7, '첫 글'), postOf(5, '둘째 글')];
  let stored = posts;
  fakeApi({
    [MINE]: () => ({ body: { posts: stored, boards: [] } }),
    'PUT /api/post/7/follow': ({ body }) => {
      const { follows } = body as { follows: boolean };
      stored = follows ? posts : posts.slice(1);
      return { body: { follows, message: '' } };
    },
  });
  await renderRouted(<FollowedList />);
  const rows = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  fireEvent.click(await screen.findByRole('button', { name: '첫 글 알림 끄기' }));
  const back = await screen.findByRole('button', { name: '첫 글 다시 켜기' });
  expect(rows()).toEqual(['첫 글', '둘째 글']);
  fireEvent.click(back);
  expect(await screen.findByRole('button', { name: '첫 글 알림 끄기' })).toBeDefined();
  expect(rows()).toEqual(['첫 글', '둘째 글']);
});
