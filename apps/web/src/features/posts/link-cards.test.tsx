import type { LinkCard } from '@naru/contract/link-cards';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { linkedPost } from './link-cards.tsx';
import { PostContent } from './post-content.tsx';

const card: LinkCard = {
  id: 7,
  title: '중고 책 나눔',
  boardType: 'FREE',
  lectureRoomId: null,
  createdDate: '2026-11-20T14:00:00+09:00',
  commentCount: 3,
  tradeStatus: null,
  answered: false,
};

it('shows a card below the paragraph of a link to a post of this site, and none for other links [POST-94]', async () => {
  const calls = fakeApi({ 'GET /api/post/link-cards': { body: { cards: [card] } } });
  const own = `${window.location.origin}/main/community/free/post`;
  await renderRouted(
    <PostContent
      html={`<p>여기 <a href="${own}/7">먼저 쓴 글</a> 참고</p><p>끝 <a href="${own}/8">지운 글</a> <a href="${own}/7#comment-1">다시</a></p><p><a href="https://other.example/main/community/free/post/9">밖</a></p>`}
    />,
  );
  const shown = await screen.findByRole('link', { name: /중고 책 나눔/ });
  expect(shown.getAttribute('href')).toBe('/main/community/free/post/7');
  expect(shown.parentElement?.previousElementSibling?.textContent).toBe('여기 먼저 쓴 글 참고');
  const missing = screen.getByText('삭제되었거나 볼 수 없는 글입니다.');
  expect(missing.parentElement?.previousElementSibling?.textContent).toBe('끝 지운 글 다시');
  expect(calls).toHaveLength(1);
  expect(screen.getByRole('link', { name: '밖' })).toBeDefined();
});

it.each([
  ['/main/community/market/post/12', 12],
  ['/main/study-dashboard/3/44', 44],
  ['/main/study-dashboard/3/write', null],
  ['/main/community/nothing/post/12', null],
  ['/main/community/free/post/0', null],
  ['https://other.example/main/community/free/post/12', null],
  ['javascript:alert(1)', null],
])('finds the post of %s', (address, id) => {
  expect(linkedPost(address)).toBe(id);
});
