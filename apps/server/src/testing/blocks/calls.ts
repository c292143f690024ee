import { PETITION_TABS } from '@naru/contract/choices';
import { voteBody } from '../factories/posts.ts';
import { type BlockWorld, type Call, OTHER, POLL, WORD } from './block-world.ts';

const get = (url: string): Call => ['GET', url];
const q = encodeURIComponent;
/** Where the two write, and the list of what is liked. */
const BOARDS = ['FREE', 'QNA', 'MARKET', 'PETITION', 'POPULAR'];
const FILTERS = ['all', 'writer'];

/** Every reading call that can show another member, as `me` asks it. */
export const READS: Record<string, (world: BlockWorld) => Call[]> = {
  'GET /api/friend/search': () =>
    [OTHER, '이웃섬', '없는이'].map((name) => get(`/api/friend/search?nickname=${q(name)}`)),
  'GET /api/search': () =>
    FILTERS.flatMap((filter) =>
      [OTHER, OTHER.slice(0, 2), 'ㄷㄷㅈㄱ', WORD].map((word) =>
        get(`/api/search?filter=${filter}&query=${q(word)}`),
      ),
    ),
  'GET /api/post': () => [
    ...BOARDS.map((board) => get(`/api/post?boardType=${board}`)),
    ...FILTERS.flatMap((filter) =>
      [OTHER, WORD].map((word) =>
        get(`/api/post?boardType=FREE&filter=${filter}&query=${q(word)}`),
      ),
    ),
  ],
  'GET /api/post/:boardType/summary': () =>
    BOARDS.map((board) => get(`/api/post/${board}/summary`)),
  'POST /api/post/summary-multi': () => [
    ['POST', '/api/post/summary-multi', { types: ['FREE', 'QNA', 'MARKET'] }],
  ],
  'GET /api/post/similar-questions': () => [get(`/api/post/similar-questions?title=${q(WORD)}`)],
  'GET /api/post/:id': ({ posts, own, shared }) =>
    [...Object.values(posts), ...Object.values(own), shared].map((id) => get(`/api/post/${id}`)),
  'GET /api/post/:id/around': ({ posts }) => [get(`/api/post/${posts.free}/around?boardType=FREE`)],
  'GET /api/post/:id/comments': ({ posts, own, shared }) =>
    [...Object.values(posts), ...Object.values(own), shared].map((id) =>
      get(`/api/post/${id}/comments`),
    ),
  'GET /api/post/:commentId/replies': ({ comments }) =>
    Object.values(comments).map((id) => get(`/api/post/${id}/replies`)),
  'GET /api/comment/:id/location': ({ comments }) =>
    Object.values(comments).map((id) => get(`/api/comment/${id}/location`)),
  'GET /api/post/:id/poll': ({ posts }) => [get(`/api/post/${posts.free}/poll`)],
  'GET /api/post/:id/poll/voters': ({ posts }) => [
    get(`/api/post/${posts.free}/poll/voters?option=0`),
  ],
  'GET /api/team/:id': ({ teams }) => Object.values(teams).map((id) => get(`/api/team/${id}`)),
  'GET /api/team/mine': () => [get('/api/team/mine')],
  'GET /api/petitions': () => PETITION_TABS.map((tab) => get(`/api/petitions?tab=${tab}`)),
  'GET /api/petitions/:id': ({ posts }) => [get(`/api/petitions/${posts.petition}`)],
  'GET /api/petitions/similar': () => [get(`/api/petitions/similar?title=${q(WORD)}`)],
  'GET /api/post/link-cards': ({ posts, own, shared }) => [
    get(
      `/api/post/link-cards?ids=${[...Object.values(posts), ...Object.values(own), shared].join(',')}`,
    ),
  ],
  'GET /api/post/like': () => [get('/api/post/like?size=50')],
  'GET /api/post/scraps': () => [get('/api/post/scraps?size=50')],
  'GET /api/post/my-posts': () => [get('/api/post/my-posts?pageSize=50')],
  'GET /api/post/my-comments': () => [get('/api/post/my-comments?pageSize=50')],
  'GET /api/post/:lectureId/:postId': ({ lecture }) => [
    get(`/api/post/${lecture.id}/${lecture.question}`),
  ],
  'GET /api/post/lecture/:postId/comments': ({ lecture }) => [
    get(`/api/post/lecture/${lecture.question}/comments`),
  ],
  'GET /api/lecture-room/posts': ({ lecture }) => [
    get(`/api/lecture-room/posts?lectureId=${lecture.id}&type=LECTURE_Q`),
  ],
  'GET /api/lecture-room/:lectureId': ({ lecture }) => [get(`/api/lecture-room/${lecture.id}`)],
  'GET /api/lecture-room/:lectureId/stats': ({ lecture }) => [
    get(`/api/lecture-room/${lecture.id}/stats`),
  ],
  'GET /api/lecture-room/list': () =>
    ['', `?query=${q(OTHER)}`].map((more) => get(`/api/lecture-room/list${more}`)),
  'GET /api/lecture-room/:lectureId/reviews': ({ lecture }) => [
    get(`/api/lecture-room/${lecture.id}/reviews`),
  ],
  'GET /api/member/summary/:id': ({ me, other, neighbour }) =>
    [me, other, neighbour].map(({ id }) => get(`/api/member/summary/${id}`)),
  'GET /api/friend/my-friends': () => [get('/api/friend/my-friends')],
  'GET /api/friend/request-friend-list': () => [get('/api/friend/request-friend-list')],
  'GET /api/friend/blocks': () => [get('/api/friend/blocks')],
  'GET /api/timetable/common': ({ other, neighbour }) =>
    [[other], [neighbour], [other, neighbour]].map((friends) =>
      get(
        `/api/timetable/common?year=2026&semester=2&friends=${friends.map(({ id }) => id).join(',')}`,
      ),
    ),
  'GET /api/timetable/friends': () => [get('/api/timetable/friends')],
  'GET /api/board/news': () => [get('/api/board/news')],
  'GET /api/member/follows': () => [get('/api/member/follows')],
  'GET /api/member/my-notices': () =>
    ['', '?all=true'].map((more) => get(`/api/member/my-notices${more}`)),
  'GET /api/mail/my-room': () => [get('/api/mail/my-room')],
  'GET /api/mail/check-new': () => [get('/api/mail/check-new')],
  'GET /api/mail/messages/:roomId': ({ room }) => [get(`/api/mail/messages/${room}`)],
  'GET /api/mail/reactions/:roomId/:messageId': ({ room }) => [
    get(`/api/mail/reactions/${room}/1`),
    get(`/api/mail/reactions/${room}/2`),
  ],
  'GET /api/mail/search/:roomId': ({ room }) => [
    get(`/api/mail/search/${room}?query=${q('파도')}`),
  ],
  'GET /api/member/me': () => [get('/api/member/me')],
  'GET /api/member/export': () => [get('/api/member/export')],
};

/** Every changing call that can concern another member, in order. */
export const WRITES: Record<string, (world: BlockWorld) => Call[]> = {
  'POST /api/friend/add-friend': ({ other }) => [
    ['POST', '/api/friend/add-friend', { id: other.id }],
    ['POST', '/api/friend/add-friend', { id: other.id }],
  ],
  'DELETE /api/friend/:id': ({ other }) => [
    ['DELETE', `/api/friend/${other.id}`],
    ['DELETE', `/api/friend/${other.id}`],
    ['POST', '/api/friend/add-friend', { id: other.id }],
  ],
  'POST /api/friend/accept-friend': ({ other }) => [
    ['POST', '/api/friend/accept-friend', { idToAccept: other.id }],
  ],
  'POST /api/friend/decline-friend': ({ other }) => [
    ['POST', '/api/friend/decline-friend', { idToDecline: other.id }],
  ],
  'POST /api/mail/new': ({ other }) => [['POST', `/api/mail/new?id=${other.id}`]],
  'POST /api/mail/item/:postId': ({ posts }) => [
    ['POST', `/api/mail/item/${posts.item}`],
    ['POST', `/api/mail/item/${posts.soldItem}`],
  ],
  'POST /api/mail/send-mail/:roomId': ({ room }) => [
    ['POST', `/api/mail/send-mail/${room}`, { content: '파도가 묻습니다' }],
    [
      'POST',
      `/api/mail/send-mail/${room}`,
      { content: '파도가 또 묻습니다', clientId: 'once-0000-0001' },
    ],
    [
      'POST',
      `/api/mail/send-mail/${room}`,
      { content: '파도가 또 묻습니다', clientId: 'once-0000-0001' },
    ],
    ['POST', `/api/mail/send-mail/${room + 1}`, { content: '파도의 첫 인사' }],
  ],
  'DELETE /api/mail/messages/:roomId/:messageId': ({ room }) => [
    ['DELETE', `/api/mail/messages/${room}/4`],
    ['DELETE', `/api/mail/messages/${room}/3`],
  ],
  'PUT /api/mail/reaction/:roomId/:messageId': ({ room }) => [
    ['PUT', `/api/mail/reaction/${room}/1`, { reaction: 'LIKE' }],
    ['PUT', `/api/mail/reaction/${room}/2`, { reaction: 'WOW' }],
  ],
  'DELETE /api/mail/reaction/:roomId/:messageId': ({ room }) => [
    ['DELETE', `/api/mail/reaction/${room}/2`],
  ],
  'PUT /api/mail/read-room/:roomId': ({ room }) => [['PUT', `/api/mail/read-room/${room}`]],
  'POST /api/post/:id/like': ({ posts }) =>
    Object.values(posts).map((id): Call => ['POST', `/api/post/${id}/like`]),
  'POST /api/post/:id/unlike': ({ posts }) => [['POST', `/api/post/${posts.item}/unlike`]],
  'POST /api/post/:id/scrap': ({ posts }) => [['POST', `/api/post/${posts.free}/scrap`]],
  'POST /api/post/:id/unScrap': ({ posts }) => [['POST', `/api/post/${posts.item}/unScrap`]],
  'POST /api/comment/:id/like': ({ comments }) =>
    [comments.ofOther, comments.inShared].map((id): Call => ['POST', `/api/comment/${id}/like`]),
  'POST /api/comment/:id/restore': ({ comments }) => [
    ['POST', `/api/comment/${comments.mine}/restore`],
    ['POST', `/api/comment/${comments.ofOther}/restore`],
  ],
  'POST /api/comment/:id/unlike': ({ comments }) => [
    ['POST', `/api/comment/${comments.ofOther}/unlike`],
  ],
  'POST /api/post/:id/comments': ({ posts, comments, shared }) => [
    ['POST', `/api/post/${posts.free}/comments`, { content: `@${OTHER} 파도의 댓글` }],
    [
      'POST',
      `/api/post/${posts.free}/comments`,
      { content: '파도의 답글', parentId: comments.ofOther },
    ],
    [
      'POST',
      `/api/post/${shared}/comments`,
      { content: `@${OTHER} 파도의 부름`, parentId: comments.inShared },
    ],
    ['POST', `/api/post/${posts.question}/comments`, { content: '파도의 답변' }],
  ],
  'POST /api/lecture-room/:postId/comments': ({ lecture }) => [
    [
      'POST',
      `/api/lecture-room/${lecture.question}/comments`,
      { content: `@${OTHER} 파도의 강의 댓글` },
    ],
  ],
  'PUT /api/comment/:id': ({ comments }) => [
    ['PUT', `/api/comment/${comments.mine}`, { content: `@${OTHER} 고친 파도` }],
    ['PUT', `/api/comment/${comments.ofOther}`, { content: '남의 것' }],
  ],
  'DELETE /api/comment/:id': ({ comments }) => [['DELETE', `/api/comment/${comments.ofOther}`]],
  'PUT /api/post/:id/poll/vote': ({ posts }) => [
    ['PUT', `/api/post/${posts.free}/poll/vote`, voteBody(POLL, 1)],
  ],
  'PUT /api/team/:id/application': ({ teams }) => [
    ['PUT', `/api/team/${teams.ofOther}/application`, { message: '파도의 지원' }],
  ],
  'DELETE /api/team/:id/application': ({ teams }) => [
    ['DELETE', `/api/team/${teams.ofOther}/application`],
  ],
  'PUT /api/team/:id/application/:memberId': ({ teams, other }) => [
    ['PUT', `/api/team/${teams.own}/application/${other.id}`, { accepted: true }],
  ],
  'PUT /api/team/:id/state': ({ teams }) => [
    ['PUT', `/api/team/${teams.own}/state`, { isOpen: false }],
  ],
  'POST /api/team/:id/room': ({ teams }) => [['POST', `/api/team/${teams.ofOther}/room`]],
  'PUT /api/post/:id/follow': ({ posts }) => [
    ['PUT', `/api/post/${posts.free}/follow`, { follows: true }],
    ['PUT', `/api/post/${posts.question}/follow`, { follows: true }],
  ],
  'POST /api/post/:id/accept': ({ posts }) => [
    ['POST', `/api/post/${posts.question}/accept`, { commentId: 1 }],
  ],
  'PUT /api/timetable/friends/:id': ({ other }) => [
    ['PUT', `/api/timetable/friends/${other.id}`, { isShown: true }],
  ],
  'POST /api/inquiry': ({ posts }) => [
    [
      'POST',
      '/api/inquiry',
      {
        title: '신고',
        content: '봐 주세요',
        category: 'REPORT',
        targetType: 'POST',
        targetId: posts.free,
      },
    ],
  ],
};

/** What the blocking member does to the blocked one, of which a stranger would be notified too. */
export function actsOfOther({ own, shared, posts }: BlockWorld, answer: number): Call[] {
  return [
    ['POST', `/api/post/${own.free}/comments`, { content: `${WORD} 말` }],
    ['POST', `/api/post/${own.free}/like`],
    ['POST', `/api/post/${shared}/comments`, { content: '@파도타기 부릅니다' }],
    ['POST', `/api/post/${posts.free}/comments`, { content: '따르는 글의 댓글' }],
    ['POST', `/api/post/${own.question}/comments`, { content: '답변을 드립니다' }],
    ['POST', `/api/post/${posts.question}/accept`, { commentId: answer }],
    [
      'POST',
      '/api/post/post-up',
      { boardType: 'FREE', title: `새 ${WORD} 소식`, content: '<p>내용</p>' },
    ],
    [
      'POST',
      '/api/post/post-up',
      { boardType: 'QNA', title: `새 ${WORD} 물음`, content: '<p>내용</p>' },
    ],
  ];
}

/** Calls about the caller, the department or what staff do, in which no other member occurs. */
export const ALONE: readonly RegExp[] = [
  /^\w+ \/api\/(api\/)?auth\//,
  /^(GET|PUT) \/api\/inquiry\/:id\/(desk|assignee)$/,
  /^\w+ \/api\/admin\//,
  /^(POST|PUT|DELETE) \/api\/member\//,
  /^GET \/api\/member\/(my-roles|sessions|notice-choices|work-emails|digest|second-factor|passkeys|identities|alert-words|alias-blocks|feeds|consents|drafts|drafts\/:place|must-reads|my-handled|my-handled\/:type\/:id|study-year)$/,
  /^\w+ \/api\/(push|digest|config|health|dev|documents|academic-dates|bookings|banners|menu|Menu|system|invitation|suspension|inquiries|report|csp-report)(\/|$)/,
  // Notices have their authors' texts alone, also of those who are blocked.
  /^\w+ \/(files|feeds|dev)\//,
  /^\w+ \/api\/(aws|attachments)\//,
  /^(POST|DELETE) \/api\/(post|board)\/favorites$/,
  /^PUT \/api\/board\/(visit|follow)$/,
  /^(POST|PUT) \/api\/post\/(lecture-)?post-up/,
  /^GET \/api\/post\/my-sales$/,
  /^DELETE \/api\/post\/:id$/,
  /^\w+ \/api\/post\/:id\/(bump|pin)$/,
  /^\w+ \/api\/post\/:id\/must-read/,
  /^PUT \/api\/post\/:id\/alias-block$/,
  // The own signature, and what staff decide.
  /^(POST|PUT) \/api\/petitions/,
  /^GET \/api\/petitions\/rules$/,
  /^POST \/api\/notice\//,
  /^POST \/api\/inquiry\/:id\//,
  /^\w+ \/api\/timetable\/(entries|plans|open)/,
  /^\w+ \/api\/course-reviews\//,
  /^(POST|PUT|DELETE) \/api\/lecture-room(\/marks?|\/:lectureId(\/seen|\/reviews.*|\/posts.*)?)?$/,
  /^GET \/api\/lecture-room\/(mark|terms|timetable.ics|waiting)$/,
  /^GET \/api\/mail\/picture-presign$/,
  // Sent as texts are.
  /^POST \/api\/mail\/send-picture\/:roomId$/,
  /^DELETE \/api\/mail\/exit-room\/:roomId$/,
  /^\w+ \/api\/(mail\/(rejoin-room|mute-room|members|lecture)|team\/:id\/remove)\//,
  // The caller's own blocks.
  /^(POST|DELETE) \/api\/friend\/block/,
  // Compared as what arrives without asking.
  /^GET \/api\/events$/,
];
