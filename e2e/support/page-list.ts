import type { SeededPost } from './api.ts';
import { seedComment, seedPost, unique } from './api.ts';
import { DEMO_ROOM } from './lectures.ts';

/** Pages for guests. */
export const GUEST_PAGES = [
  '/login',
  '/login/register?mode=register',
  '/login/register?mode=reset',
  '/invitation',
  '/report',
  '/terms',
  '/privacy',
  '/guide/operator',
  '/no/such/page',
];

const BOARDS = [
  ...['notice', 'notice_sc', 'notice_univ', 'notice_dept'],
  ...['free', 'secret', 'review', 'qna', 'team', 'market', 'popular'],
];

/** Pages for members, including unknown boards, missing posts and rooms, and refused boards. */
export const MEMBER_PAGES = [
  '/main',
  ...BOARDS.map((board) => `/main/community/${board}`),
  '/main/community/free?query=%EC%97%86%EB%8A%94%EB%A7%90%EC%9E%85%EB%8B%88%EB%8B%A4',
  '/write/free',
  '/main/calendar?month=2026-12',
  '/main/petitions?tab=all',
  '/main/bookings',
  '/chat-mail',
  '/chat-mail?room=987654321',
  '/mypage/activity',
  '/mypage/account',
  ...['profile', 'notifications', 'appearance', 'security', 'data'].map(
    (page) => `/mypage/account/${page}`,
  ),
  '/support',
  '/support?category=REPORT&target=post-1',
  '/inquiry/987654321',
  '/test',
  '/main/community/nothing',
  '/main/community/free/post/987654321',
  '/write/market',
  '/main/study-dashboard',
  '/main/study-dashboard/catalog',
  '/main/study-dashboard/waiting',
  '/main/study-dashboard/friends',
  '/main/study-dashboard/reviews',
  '/main/study-dashboard/987654321',
  DEMO_ROOM,
  `${DEMO_ROOM}?tab=materials`,
  `${DEMO_ROOM}/reviews`,
  `${DEMO_ROOM}/write?tab=materials`,
  `${DEMO_ROOM}/987654321`,
];

/** A post with all kinds of content, a thread and very long words. */
export async function seedFullPost(): Promise<SeededPost> {
  const post = await seedPost('20250001', {
    board: 'QNA',
    title: unique('아주긴낱말이띄어쓰기없이이어지는제목입니다'.repeat(2)),
    content: [
      '<h2>제목이 있는 글</h2><p>굵은 <strong>글자</strong>와 <a href="https://www.kmou.ac.kr/">링크</a></p>',
      '<ul><li><p>목록</p></li></ul><blockquote><p>인용</p></blockquote>',
      `<pre><code>const response = '${'긴 줄 '.repeat(40)}';</code></pre>`,
      `<p>https://example.com/${'a'.repeat(160)}</p>`,
    ].join(''),
  });
  const comment = await seedComment('20250002', post.id, `긴말${'ㅋ'.repeat(200)}`);
  await seedComment('prof01', post.id, '교수의 답글입니다', comment);
  await seedComment('20250001', post.id, '작성자의 댓글입니다');
  return post;
}
