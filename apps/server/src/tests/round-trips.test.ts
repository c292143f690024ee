import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatRoom, sendChatMessage } from '../testing/factories/chat.ts';
import { createThread, writeComment } from '../testing/factories/comments.ts';
import { createNotification } from '../testing/factories/notifications.ts';
import { recordRoundTrips } from '../testing/round-trips.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
let postId: number;
let commentId: number;
let roomId: number;
let noticeId: number;
beforeAll(async () => {
  t = await createTestApp();
  [author, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  postId = await createThread(t, author, 'FREE');
  commentId = (await writeComment(t, author, postId)).id;
  roomId = await createChatRoom(t, author, reader);
  await sendChatMessage(t, author, roomId);
  await createNotification(t, reader);
  noticeId = await createNotification(t, reader);
  // All listen, so that live events are part of the work.
  for (const as of [author, reader]) await t.call('GET', '/api/member/me', { as });
  await t.services.visits.settle();
  await t.services.notifications.sendNotifications();
});
afterAll(() => t.close());

type Call = ['POST' | 'PUT', () => string, object?];

/** Round trips of a call after authentication, BEGIN and COMMIT included; raise a number only with a measurement. */
const BUDGET: [call: string, Call, trips: number][] = [
  ['a like', ['POST', () => `/api/post/${postId}/like`], 3],
  ['a repeated like', ['POST', () => `/api/post/${postId}/like`], 2],
  ['an unlike', ['POST', () => `/api/post/${postId}/unlike`], 4],
  ['a like of a comment', ['POST', () => `/api/comment/${commentId}/like`], 3],
  ['an unlike of a comment', ['POST', () => `/api/comment/${commentId}/unlike`], 4],
  ['a scrap', ['POST', () => `/api/post/${postId}/scrap`], 2],
  ['the end of a scrap', ['POST', () => `/api/post/${postId}/unScrap`], 1],
  ['a message', ['POST', () => `/api/mail/send-mail/${roomId}`, { content: '안녕하세요' }], 3],
  ['a room read', ['PUT', () => `/api/mail/read-room/${roomId}`], 3],
  ['a room read before', ['PUT', () => `/api/mail/read-room/${roomId}`], 2],
  ['a notification read', ['POST', () => `/api/notice/read/${noticeId}`], 3],
  ['notifications of a post read', ['POST', () => `/api/notice/read-post/${postId}`], 3],
  ['all notifications read', ['POST', () => '/api/notice/read-all', { noticeIds: [] }], 3],
];

describe('round trips of a write', () => {
  it.each(BUDGET)('%s', async (_call, [method, path, body = {}], count) => {
    const { result, trips } = await recordRoundTrips(() =>
      t.call(method, path(), { as: reader, body }),
    );
    expect([200, 201]).toContain(result.status);
    expect(trips.filter(([first]) => first !== 'find_session')).toHaveLength(count);
  });
});
