import { BOARD_TYPES, type BoardType, LECTURE_BOARD_TYPES } from '@naru/contract/boards';
import { ANSWER_FILTERS, POST_FILTERS, POST_SORTS } from '@naru/contract/choices';
import { STATS_RANGES } from '@naru/contract/stats';
import { reviewForm } from '../factories/course-reviews.ts';
import { voteBody } from '../factories/posts.ts';
import { isShort, pairsOf } from '../pairs.ts';
import { type AnonymityWorld, PEOPLE, SECRET_POLL } from './anonymity-world.ts';
import { MODERATION_WRITES } from './moderation-calls.ts';
import { PETITION_READS } from './petition-calls.ts';

const NICKNAMES = Object.values(PEOPLE).map(({ nickname }) => nickname);
const WORDS = [...NICKNAMES, '속마음'];
const SUMMARISED = ['SECRET', 'FREE', 'QNA', 'REVIEW'];
const SEARCHED: readonly BoardType[] = ['SECRET', 'POPULAR', 'FREE', 'QNA'];

/** Every URL of each GET call that could reveal an author. */
export const READS: Record<string, (world: AnonymityWorld) => string[]> = {
  'GET /api/member/me': () => ['/api/member/me'],
  'GET /api/member/my-roles': () => ['/api/member/my-roles'],
  'GET /api/post': () => [
    ...BOARD_TYPES.map((board) => `/api/post?boardType=${board}&size=50`),
    ...POST_SORTS.flatMap((sort) =>
      ['', `&query=${encodeURIComponent('속마음')}&filter=all`].map(
        (more) => `/api/post?boardType=SECRET&sortBy=${sort}${more}`,
      ),
    ),
    ...SEARCHED.flatMap((board) =>
      pairsOf(POST_FILTERS, WORDS, isShort && board !== 'SECRET').map(
        ([filter, word]) =>
          `/api/post?boardType=${board}&filter=${filter}&query=${encodeURIComponent(word)}`,
      ),
    ),
  ],
  // Who visited and what is new to whom depends on the viewer, and own posts do not count.
  'GET /api/board/news': () => ['/api/board/news'],
  'GET /api/member/follows': () => ['/api/member/follows'],
  'GET /api/member/alert-words': () => ['/api/member/alert-words'],
  'GET /api/search': () =>
    ['all', 'writer'].flatMap((filter) =>
      WORDS.flatMap((word) =>
        ['', '&place=SECRET&size=3', '&place=ROOMS'].map(
          (more) => `/api/search?filter=${filter}&query=${encodeURIComponent(word)}${more}`,
        ),
      ),
    ),
  'GET /api/post/similar-questions': () =>
    WORDS.map((word) => `/api/post/similar-questions?title=${encodeURIComponent(word)}`),
  'GET /api/post/:id/around': ({ posts, chosen, room }) =>
    [...posts, ...chosen.posts, ...room.questions].flatMap((id) =>
      SEARCHED.map((board) => `/api/post/${id}/around?boardType=${board}`),
    ),
  'GET /api/post/:id': ({ posts, chosen, room }) =>
    [...posts, ...chosen.posts, ...room.questions].map((id) => `/api/post/${id}`),
  ...PETITION_READS,
  'GET /api/post/:id/poll/voters': ({ posts, chosen }) =>
    [...posts, ...chosen.posts].map((id) => `/api/post/${id}/poll/voters?option=0`),
  'GET /api/post/link-cards': ({ posts, chosen, room }) => [
    `/api/post/link-cards?ids=${[...posts, ...chosen.posts, ...room.questions].slice(0, 20).join(',')}`,
  ],
  'GET /api/post/:lectureId/:postId': ({ room }) =>
    room.questions.map((id) => `/api/post/${room.id}/${id}`),
  'GET /api/post/lecture/:postId/comments': ({ room }) =>
    room.questions.flatMap((id) =>
      ['oldest', 'newest'].map((sort) => `/api/post/lecture/${id}/comments?sort=${sort}`),
    ),
  'GET /api/lecture-room/posts': ({ room }) =>
    LECTURE_BOARD_TYPES.flatMap((type) =>
      ANSWER_FILTERS.map(
        (filter) => `/api/lecture-room/posts?lectureId=${room.id}&type=${type}&filter=${filter}`,
      ),
    ),
  'GET /api/lecture-room/waiting': () => ['/api/lecture-room/waiting'],
  'GET /api/post/:boardType/summary': () =>
    BOARD_TYPES.map((board) => `/api/post/${board}/summary?pageSize=20`),
  'GET /api/post/my-sales': () => ['/api/post/my-sales?pageSize=50'],
  'GET /api/post/my-posts': () => ['/api/post/my-posts?pageSize=50'],
  'GET /api/post/my-comments': () => ['/api/post/my-comments?pageSize=50'],
  'GET /api/post/like': () => ['/api/post/like?size=50'],
  'GET /api/post/scraps': () => ['/api/post/scraps?size=50'],
  'GET /api/post/:id/comments': ({ posts, chosen, room }) =>
    [...posts, ...chosen.posts, ...room.questions].flatMap((id) =>
      ['oldest', 'newest'].map((sort) => `/api/post/${id}/comments?sort=${sort}`),
    ),
  'GET /api/post/:commentId/replies': ({ comments, chosen, room }) =>
    [...comments, ...chosen.comments, ...room.comments].map((id) => `/api/post/${id}/replies`),
  'GET /api/comment/:id/location': ({ comments, chosen, room }) =>
    [...comments, ...chosen.comments, ...room.comments].map((id) => `/api/comment/${id}/location`),
  'GET /api/aws/S3/presign': () => ['/api/aws/S3/presign?filename=a.png&contentType=image/png'],
  'GET /files/:name': ({ picture, chosenPicture }) => [picture, chosenPicture],
  'GET /api/health': () => ['/api/health'],
  'GET /api/health/live': () => ['/api/health/live'],
  'GET /api/health/ready': () => ['/api/health/ready'],
  'GET /api/config': () => ['/api/config'],
  'GET /api/member/summary/:id': () => [1, 2, 3, 4, 5].map((id) => `/api/member/summary/${id}`),
  'GET /api/friend/search': () =>
    NICKNAMES.map((name) => `/api/friend/search?nickname=${encodeURIComponent(name)}`),
  'GET /api/friend/request-friend-list': () => ['/api/friend/request-friend-list'],
  'GET /api/friend/my-friends': () => ['/api/friend/my-friends'],
  'GET /api/friend/blocks': () => ['/api/friend/blocks'],
  'GET /api/member/alias-blocks': () => ['/api/member/alias-blocks'],
  'GET /api/mail/my-room': () => ['/api/mail/my-room'],
  'GET /api/mail/check-new': () => ['/api/mail/check-new'],
  'GET /api/mail/messages/:roomId': () => ['/api/mail/messages/1'],
  'GET /api/lecture-room/list': () => [
    '/api/lecture-room/list',
    ...NICKNAMES.map((name) => `/api/lecture-room/list?query=${encodeURIComponent(name)}`),
  ],
  'GET /api/lecture-room/:lectureId/reviews': ({ course }) => [
    `/api/lecture-room/${course.id}/reviews`,
  ],
  'GET /api/course-reviews/stars': () => ['/api/course-reviews/stars?year=2025&semester=2'],
  'GET /api/lecture-room/terms': () => ['/api/lecture-room/terms'],
  'GET /api/lecture-room/mark': () => ['/api/lecture-room/mark'],
  'GET /api/lecture-room/timetable.ics': () => ['/api/lecture-room/timetable.ics'],
  'GET /api/lecture-room/:lectureId': () => ['/api/lecture-room/1'],
  'GET /api/lecture-room/:lectureId/stats': () => ['/api/lecture-room/1/stats'],
  'GET /api/Menu/:year/:month/:day': () => ['/api/Menu/2026/11/20'],
  'GET /api/menu/:year/:month/:day': () => ['/api/menu/2026/11/20'],
  'GET /api/academic-dates': () => ['/api/academic-dates?from=2026-11-01&to=2026-11-30'],
  'GET /api/admin/academic-dates': () => [
    '/api/admin/academic-dates?from=2026-11-01&to=2026-11-30',
  ],
  'GET /api/banners': () => ['/api/banners'],
  'GET /api/banners/all': () => ['/api/banners/all'],
  'GET /api/admin/stats': () => STATS_RANGES.map((range) => `/api/admin/stats?range=${range}`),
  'GET /api/admin/today-posts': () => ['/api/admin/today-posts?size=50'],
  'GET /api/admin/today-comments': () => ['/api/admin/today-comments?size=50'],
  'GET /api/admin/menus': () => ['/api/admin/menus?from=2026-11-16'],
  'GET /api/admin/audiences': () => ['/api/admin/audiences'],
  'GET /api/admin/member-lists/:id': () => [1, 2].map((id) => `/api/admin/member-lists/${id}`),
  'GET /api/admin/site-notice': () => ['/api/admin/site-notice'],
  'GET /api/admin/read-only': () => ['/api/admin/read-only'],
  'GET /api/admin/settings': () => ['/api/admin/settings'],
  'GET /api/inquiries': () => [
    '/api/inquiries?size=50',
    ...WORDS.map((word) => `/api/inquiries?query=${encodeURIComponent(word)}`),
  ],
  'GET /api/inquiries/my': () => ['/api/inquiries/my'],
  'GET /api/inquiries/:id': () => [1, 2, 3].map((id) => `/api/inquiries/${id}`),
  'GET /api/inquiry/:id/desk': () => [1, 2, 3].map((id) => `/api/inquiry/${id}/desk`),
  'GET /api/admin/search-users': () =>
    NICKNAMES.map((name) => `/api/admin/search-users?nickname=${encodeURIComponent(name)}`),
  'GET /api/admin/audit': () => ['/api/admin/audit?size=50'],
  'GET /api/admin/emails': () => ['/api/admin/emails?size=50'],
  'GET /api/admin/reports': () => [
    '/api/admin/reports',
    '/api/admin/reports?state=COMPLETED',
    '/api/admin/reports?assigned=NONE',
  ],
  'GET /api/admin/reports/:id/history': () =>
    [1, 2, 3].map((id) => `/api/admin/reports/${id}/history`),
  'GET /api/admin/reports/:id/messages': () => ['/api/admin/reports/1/messages'],
  'GET /api/admin/work': () => ['/api/admin/work'],
  'GET /api/admin/system': () => ['/api/admin/system'],
  'GET /api/admin/integrity': () => ['/api/admin/integrity'],
  'GET /api/admin/removed': () => [
    '/api/admin/removed?type=POST',
    '/api/admin/removed?type=COMMENT',
  ],
  'GET /api/admin/removed/:type/:id': ({ secretPosts, comments, chosen, room }) => [
    ...[...secretPosts, ...chosen.posts, ...room.questions].map(
      (id) => `/api/admin/removed/POST/${id}`,
    ),
    ...[...comments, ...chosen.comments, ...room.comments].map(
      (id) => `/api/admin/removed/COMMENT/${id}`,
    ),
  ],
  'GET /api/member/my-handled': () => ['/api/member/my-handled'],
  'GET /api/member/my-handled/:type/:id': ({ secretPosts, comments, chosen, room }) => [
    ...[...secretPosts, ...chosen.posts, ...room.questions].map(
      (id) => `/api/member/my-handled/POST/${id}`,
    ),
    ...comments.map((id) => `/api/member/my-handled/COMMENT/${id}`),
  ],
  'GET /api/admin/reveals': () => ['/api/admin/reveals'],
  'GET /api/admin/reveals/readiness': () => ['/api/admin/reveals/readiness'],
  'GET /api/admin/reveals/:id': () => ['/api/admin/reveals/1'],
  'GET /api/dev/outbox': () => ['/api/dev/outbox'],
  'GET /dev/outbox': () => ['/dev/outbox'],
  'GET /dev/school/:page': () => ['/dev/school/board.html'],
};

interface Write {
  url: string;
  body?: unknown;
}

const onPosts =
  (suffix: string, body?: unknown) =>
  ({ secretPosts, chosen, room }: AnonymityWorld): Write[] =>
    [...secretPosts, ...chosen.posts, ...room.questions].map((id) => ({
      url: `/api/post/${id}${suffix}`,
      body,
    }));
const onComments =
  (suffix: string, body?: unknown) =>
  ({ comments, replies, chosen, room }: AnonymityWorld): Write[] =>
    [
      ...comments,
      ...replies,
      ...chosen.comments,
      ...chosen.replies,
      ...room.comments,
      ...room.replies,
    ].map((id) => ({
      url: `/api/comment/${id}${suffix}`,
      body,
    }));
const onAnswers =
  (body?: unknown) =>
  ({ room }: AnonymityWorld): Write[] =>
    room.questions.map((id) => ({ url: `/api/lecture-room/${room.id}/posts/${id}/answer`, body }));
const title = '바꾼 제목';

/** Blocks of the names of all threads, and of one that is in none. */
export function aliasBlocks({ secretPosts, chosen, room }: AnonymityWorld, blocks: boolean) {
  return [...secretPosts, ...chosen.posts, ...room.questions].flatMap((id): Write[] =>
    ['글쓴이', '익명1', '익명2', '익명9'].map((alias) => ({
      url: `/api/post/${id}/alias-block`,
      body: { alias, blocks },
    })),
  );
}

/** Every change another member can try on secret items; run in this order, deletions last. */
export const WRITES: Record<string, (world: AnonymityWorld) => Write[]> = {
  'POST /api/post/summary-multi': () => [
    { url: '/api/post/summary-multi', body: { types: SUMMARISED, pageSize: 20 } },
  ],
  'POST /api/post/:id/like': onPosts('/like'),
  'POST /api/post/:id/unlike': onPosts('/unlike'),
  'POST /api/post/:id/scrap': onPosts('/scrap'),
  'POST /api/post/:id/unScrap': onPosts('/unScrap'),
  'POST /api/comment/:id/restore': onComments('/restore'),
  'POST /api/comment/:id/like': onComments('/like'),
  'POST /api/comment/:id/unlike': onComments('/unlike'),
  'PUT /api/post/:id/alias-block': (world) => [
    ...aliasBlocks(world, true),
    ...aliasBlocks(world, false),
  ],
  'PUT /api/post/:id/poll/vote': onPosts('/poll/vote', voteBody(SECRET_POLL, 1)),
  'PUT /api/post/:id/pin': ({ secretPosts }) =>
    secretPosts.map((id) => ({ url: `/api/post/${id}/pin`, body: { until: '2026-12-01' } })),
  'DELETE /api/post/:id/pin': onPosts('/pin'),
  'POST /api/post/:id/accept': (world) =>
    [...world.secretPosts, ...world.chosen.posts].map((id) => ({
      url: `/api/post/${id}/accept`,
      body: { commentId: world.comments[0] },
    })),
  'PUT /api/post/post-up/:postId': ({ secretPosts, chosen: { posts } }) =>
    [
      ...secretPosts.map((id) => ({ id, boardType: 'SECRET' })),
      ...['FREE', 'QNA', 'REVIEW'].map((boardType, place) => ({ id: posts[place], boardType })),
    ].map(({ id, boardType }) => ({
      url: `/api/post/post-up/${id}`,
      body: { boardType, title, content: '<p>바꿈</p>' },
    })),
  'PUT /api/comment/:id': onComments('', { content: '바꾼 말' }),
  'POST /api/post/:id/comments': ({
    secretPosts: [secret],
    comments: [top],
    replies: [reply],
    chosen,
  }) => [
    ...chosen.posts.map((id) => ({ url: `/api/post/${id}/comments`, body: { content: '한마디' } })),
    { url: `/api/post/${secret}/comments`, body: { content: '보는 이의 말' } },
    { url: `/api/post/${secret}/comments`, body: { content: '답글', parentId: top } },
    {
      url: `/api/post/${secret}/comments`,
      body: { content: '답글의 답글', parentId: top, replyToId: reply },
    },
  ],
  'PUT /api/lecture-room/:lectureId/reviews': ({ course }) => [
    { url: `/api/lecture-room/${course.id}/reviews`, body: reviewForm() },
  ],
  'DELETE /api/lecture-room/:lectureId/reviews': ({ course }) => [
    { url: `/api/lecture-room/${course.id}/reviews` },
  ],
  ...MODERATION_WRITES,
  'POST /api/lecture-room/:postId/comments': ({ room }) => {
    const url = `/api/lecture-room/${room.questions[0]}/comments`;
    const [parentId] = room.comments;
    const [replyToId] = room.replies;
    return [
      { url, body: { content: '보는 이의 말' } },
      { url, body: { content: '답글', parentId } },
      { url, body: { content: '답글의 답글', parentId, replyToId } },
    ];
  },
  'PUT /api/post/lecture-post-up/:postId': ({ room }) =>
    room.questions.map((id) => ({
      url: `/api/post/lecture-post-up/${id}`,
      body: { lectureId: room.id, boardType: 'LECTURE_Q', title, content: '<p>바꿈</p>' },
    })),
  'PUT /api/lecture-room/:lectureId/posts/:postId/answer': onAnswers({ content: '<p>답</p>' }),
  'DELETE /api/lecture-room/:lectureId/posts/:postId/answer': onAnswers(),
  'DELETE /api/comment/:id': onComments('?reason=spam'),
  'DELETE /api/post/:id': onPosts('?reason=spam'),
};
