import type { BoardType } from '@naru/contract/boards';
import { addSeconds } from '../../platform/clock.ts';
import { writeComment } from '../factories/comments.ts';
import { TEST_PASSWORD } from '../factories/members.ts';
import { createNotification } from '../factories/notifications.ts';
import { changePost, createPost } from '../factories/posts.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { ACCOUNT_REQUESTS, PUSH_REQUESTS, prove } from './account-requests.ts';
import { BOOKING_REQUESTS } from './booking-requests.ts';
import type { Build, Cell } from './build.ts';
import { CONSOLE_REQUESTS, SERVICE_KEY_REQUESTS } from './console-requests.ts';
import { LECTURE_POST_REQUESTS, onLecturePost, questionOf } from './lecture-post-requests.ts';
import {
  ACADEMIC_CALENDAR_REQUESTS,
  COURSE_REVIEW_REQUESTS,
  LECTURE_REQUESTS,
} from './lecture-requests.ts';
import { NOTICE_REQUESTS, POLL_REQUESTS } from './notice-requests.ts';
import { createBody } from './post-body.ts';
import { ROOM_REQUESTS } from './room-requests.ts';
import { ROSTER_REQUESTS } from './roster-requests.ts';
import { SOCIAL_REQUESTS } from './social-requests.ts';
import { STAFF_REQUESTS } from './staff-requests.ts';
import { TEAM_REQUESTS } from './team-requests.ts';
import { presign, type World } from './world.ts';

let counter = 0;
const unique = (prefix: string) => `${prefix}${++counter}`;

const NAMED_BOARDS: readonly BoardType[] = ['SECRET', 'NOTICE', 'NOTICE_SC'];
const boardOf = (variant: string | undefined): BoardType =>
  NAMED_BOARDS.find((board) => board === variant) ?? 'FREE';
const postOf = (t: TestApp, { owner, variant }: Cell) =>
  createPost(t, owner, { boardType: boardOf(variant) });
const onPost =
  (suffix: string, body?: unknown): Build =>
  async ({ t }, cell) => ({
    url: `/api/post/${await postOf(t, cell)}${suffix}`,
    ...(body !== undefined && { body }),
  });
/** For variants that ask for it, runs the call on a lecture post. */
const anyPost =
  (suffix: string): Build =>
  (world, cell) =>
    (cell.variant?.startsWith('lecture') === true ? onLecturePost : onPost)(suffix)(world, cell);
const plain =
  (url: string, body?: unknown): Build =>
  () => ({ url, ...(body !== undefined && { body }) });

async function commentOf({ t }: World, cell: Cell) {
  return writeComment(t, cell.owner, await postOf(t, cell));
}
const onComment =
  (suffix: string, body?: unknown): Build =>
  async (world, cell) => ({
    url: `/api/comment/${(await commentOf(world, cell)).id}${suffix}`,
    ...(body !== undefined && { body }),
  });

/** Below a post of the owner's room, or on the board that the variant names. */
const removeComment: Build = async (world, cell) => {
  if (cell.variant !== 'own room') return onComment('?reason=spam')(world, cell);
  const { postId } = await questionOf(world, cell);
  const { id } = await writeComment(world.t, cell.owner, postId, {}, 'lecture-room');
  return { url: `/api/comment/${id}?reason=spam` };
};

async function codeTo(t: TestApp, email: string): Promise<string> {
  const mail = (await t.mails()).find(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Requests a code as the caller; returns the cookies that the response sets. */
async function sendCode(
  t: TestApp,
  email: string,
  options: { as?: SignedIn; cookies?: Record<string, string> } = {},
) {
  const { cookies } = await t.call('POST', '/api/auth/email-check', {
    ...options,
    body: { email },
  });
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

const refresh =
  (url: string): Build =>
  async ({ t, other }, { caller }) => {
    const session = await t.signInAs(caller ?? other);
    return {
      url,
      body: { refreshToken: session.refreshToken },
      cookies: { naru_device: session.device },
    };
  };

const join: Build = async ({ t }) => {
  const email = `${unique('join')}@g.kmou.ac.kr`;
  const sent = await sendCode(t, email);
  const code = await codeTo(t, email);
  const proven = await t.call('POST', '/api/auth/verify-code', {
    cookies: sent,
    body: { email, code },
  });
  const cookies = Object.fromEntries(proven.cookies.map(({ name, value }) => [name, value]));
  return {
    url: '/api/member/join',
    cookies,
    body: {
      username: unique('joiner'),
      password: 'breakwater-mist-41',
      email,
      nickname: unique('새'),
      name: '새사람',
      consent: { terms: '2026-11-01', privacy: '2026-11-01' },
    },
  };
};

const reset: Build = async ({ t }) => {
  const member = await t.signIn('STUDENT');
  const begun = await t.call('POST', '/api/member/verify-id', {
    body: { username: member.username },
  });
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
  const email: string = begun.json.email;
  const code = await codeTo(t, member.email);
  await t.call('POST', '/api/auth/verify-code', { cookies, body: { email, code } });
  return {
    url: '/api/member/reset-password/no-login',
    cookies,
    body: { username: member.username, newPassword: 'harbour-gull-77' },
  };
};

/** Changes the address of a caller, and not to a student one: it would make the USER of all other lines a student. */
const verifyCode: Build = async ({ t }, { caller }) => {
  const email = `${unique('code')}@${caller === null ? 'g.kmou.ac.kr' : 'example.com'}`;
  if (caller !== null) await prove(t, caller);
  const cookies = await sendCode(t, email, caller === null ? {} : { as: caller });
  return { url: '/api/auth/verify-code', cookies, body: { email, code: await codeTo(t, email) } };
};

const logout: Build = async ({ t }, { caller }) => {
  if (caller === null) return { url: '/api/member/logout' };
  const session = await t.signInAs(caller);
  return { url: '/api/member/logout', headers: session.headers };
};

const upload: Build = async ({ t, png, other }, { owner, isForged }) => {
  const { uploadUrl } = await presign(t, owner.roles.includes('STUDENT') ? owner : other);
  // Not the last character: some of its bits are unused.
  const forged = uploadUrl.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  const url = isForged ? forged : uploadUrl;
  return { url, body: png, headers: { 'content-type': 'image/png' } };
};

const accept: Build = async ({ t, byRole }, { owner }) => {
  const postId = await createPost(t, owner, { boardType: 'QNA' });
  const answer = await writeComment(t, byRole.PROFESSOR, postId);
  return { url: `/api/post/${postId}/accept`, body: { commentId: answer.id } };
};

const reply: Build = async ({ t }, cell) => {
  const postId = await postOf(t, cell);
  const parent = await writeComment(t, cell.owner, postId);
  t.clock.advance(1);
  return { url: `/api/post/${postId}/comments`, body: { content: '답글', parentId: parent.id } };
};

/** Builds the request of each line of the matrix, by method and path. */
export const REQUESTS: Record<string, Build> = {
  'POST /api/auth/refresh': refresh('/api/auth/refresh'),
  'POST /api/api/auth/refresh': refresh('/api/api/auth/refresh'),
  'POST /api/member/login': (world, { caller }) => ({
    url: '/api/member/login',
    body: { username: (caller ?? world.other).username, password: TEST_PASSWORD },
  }),
  'POST /api/member/logout': logout,
  'POST /api/auth/check-duplicate': () => ({
    url: '/api/auth/check-duplicate',
    body: { username: unique('free'), email: `${unique('free')}@g.kmou.ac.kr` },
  }),
  'POST /api/auth/email-check': () => ({
    url: '/api/auth/email-check',
    body: { email: `${unique('check')}@g.kmou.ac.kr` },
  }),
  'POST /api/auth/verify-code': verifyCode,
  'POST /api/member/join': join,
  'POST /api/member/verify-id': ({ other }) => ({
    url: '/api/member/verify-id',
    body: { username: other.username },
  }),
  'POST /api/member/reset-password/no-login': reset,
  'GET /api/member/me': plain('/api/member/me'),
  'GET /api/member/my-roles': plain('/api/member/my-roles'),
  ...SOCIAL_REQUESTS,
  ...ROOM_REQUESTS,
  ...ACCOUNT_REQUESTS,
  ...PUSH_REQUESTS,
  'GET /api/member/my-notices': plain('/api/member/my-notices'),
  'POST /api/notice/read/:id': async ({ t }, { owner }) => ({
    url: `/api/notice/read/${await createNotification(t, owner)}`,
  }),
  'POST /api/notice/read-post/:id': plain('/api/notice/read-post/7'),
  'POST /api/notice/read-all': plain('/api/notice/read-all', { noticeIds: [] }),

  'GET /api/events': plain('/api/events'),

  'GET /api/post': (_world, { variant }) => ({ url: `/api/post?boardType=${variant ?? 'free'}` }),
  'GET /api/post/:id': anyPost(''),
  'GET /api/post/:id/around': onPost('/around?boardType=free'),
  'POST /api/post/post-up': (_world, { variant = 'FREE' }) => ({
    url: '/api/post/post-up',
    body: createBody(variant),
  }),
  'PUT /api/post/post-up/:postId': async ({ t }, cell) => ({
    url: `/api/post/post-up/${await postOf(t, cell)}`,
    body: createBody(boardOf(cell.variant)),
  }),
  'DELETE /api/post/:id': anyPost('?reason=spam'),
  'GET /api/post/:boardType/summary': plain('/api/post/free/summary'),
  'GET /api/post/similar-questions': async ({ t, other }) => {
    await createPost(t, other, { boardType: 'QNA', title: '졸업논문' });
    return { url: `/api/post/similar-questions?title=${encodeURIComponent('졸업논문')}` };
  },
  'GET /api/post/link-cards': plain('/api/post/link-cards?ids=1'),
  'POST /api/post/summary-multi': async ({ t, other }) => {
    await createPost(t, other, { boardType: 'SECRET' });
    const types = ['QNA', 'FREE', 'SECRET', 'REVIEW'];
    return { url: '/api/post/summary-multi', body: { types, pageSize: 20 } };
  },
  'POST /api/post/:id/accept': accept,
  ...NOTICE_REQUESTS,
  ...POLL_REQUESTS,
  ...TEAM_REQUESTS,
  ...COURSE_REVIEW_REQUESTS,
  'POST /api/post/favorites': plain('/api/post/favorites', { boardType: 'MARKET' }),
  'DELETE /api/post/favorites': plain('/api/post/favorites?boardType=MARKET'),
  'POST /api/board/favorites': plain('/api/board/favorites', { boardType: 'free' }),
  'DELETE /api/board/favorites': plain('/api/board/favorites?boardType=free'),
  'POST /api/post/:id/like': anyPost('/like'),
  'POST /api/post/:id/unlike': onPost('/unlike'),
  'POST /api/post/:id/scrap': onPost('/scrap'),
  'POST /api/post/:id/unScrap': onPost('/unScrap'),
  'GET /api/post/my-posts': plain('/api/post/my-posts'),
  'GET /api/post/my-sales': plain('/api/post/my-sales'),
  'POST /api/post/:id/bump': async ({ t }, { owner }) => {
    const id = await createPost(t, owner, { boardType: 'MARKET' });
    await changePost(t, id, { createdAt: addSeconds(t.clock.now(), -2 * 24 * 60 * 60) });
    return { url: `/api/post/${id}/bump` };
  },
  'GET /api/post/like': plain('/api/post/like'),
  'GET /api/post/scraps': plain('/api/post/scraps'),

  'GET /api/post/:id/comments': onPost('/comments'),
  'GET /api/post/:commentId/replies': async (world, cell) => ({
    url: `/api/post/${(await commentOf(world, cell)).id}/replies`,
  }),
  'GET /api/comment/:id/location': onComment('/location'),
  'POST /api/post/:id/comments': (world, cell) =>
    cell.variant === 'reply'
      ? reply(world, cell)
      : onPost('/comments', { content: '댓글' })(world, cell),
  'PUT /api/comment/:id': onComment('', { content: '고친 댓글' }),
  'DELETE /api/comment/:id': removeComment,
  'POST /api/comment/:id/restore': onComment('/restore'),
  'POST /api/comment/:id/like': onComment('/like'),
  'POST /api/comment/:id/unlike': onComment('/unlike'),
  'GET /api/post/my-comments': plain('/api/post/my-comments'),
  'GET /api/banners': plain('/api/banners'),
  ...ACADEMIC_CALENDAR_REQUESTS,
  ...BOOKING_REQUESTS,
  ...CONSOLE_REQUESTS,
  ...LECTURE_REQUESTS,
  ...LECTURE_POST_REQUESTS,
  ...STAFF_REQUESTS,
  ...ROSTER_REQUESTS,
  ...SERVICE_KEY_REQUESTS,
  'GET /api/aws/S3/presign': plain('/api/aws/S3/presign?filename=a.png&contentType=image/png'),
  'PUT /files/upload/:token': upload,
  'GET /files/:name': ({ fileUrl }) => ({ url: fileUrl }),

  'GET /api/health': plain('/api/health'),
  'GET /api/health/live': plain('/api/health/live'),
  'GET /api/health/ready': plain('/api/health/ready'),
  'GET /api/config': plain('/api/config'),
  'GET /api/documents/:document': plain('/api/documents/terms'),
  'GET /api/member/consents': plain('/api/member/consents'),
  'POST /api/member/consents': plain('/api/member/consents', { terms: '2026-11-01' }),
  'POST /api/csp-report': () => ({ url: '/api/csp-report', body: { 'csp-report': {} } }),
  'GET /api/dev/outbox': plain('/api/dev/outbox'),
  'GET /dev/outbox': plain('/dev/outbox'),
};
