import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { afterItsMinute } from '../../platform/clock.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { allowAnonymous } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
let boards: string[];
beforeAll(async () => {
  t = await createTestApp({ releaseAt: afterItsMinute });
  await allowAnonymous(t, 'FREE');
  t.services.events.on('board-posted', ({ boardType }) => void boards.push(boardType));
});
beforeEach(async () => {
  const next = afterItsMinute(t.clock.now());
  t.clock.set(new Date(next.getTime() + 17_000));
  boards = [];
  [author, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  for (const one of [author, reader]) await t.services.live.place(one.id);
});
afterAll(() => t.close());

/** What the server does after each commit, and what its job of every minute does. */
const run = async () => {
  await t.services.events.drain();
  await t.services.notifications.sendNotifications();
  await t.services.events.drain();
};
const eventTypesOf = async (member: SignedIn) =>
  (await readEvents(t, member)).map(({ payload }) => openEvent(t.seal, payload)?.type);
const bellOf = async (member: SignedIn) =>
  (await t.call('GET', '/api/member/my-notices', { as: member })).json.notices.length as number;

/** No notification comes before the minute is over, and then all of them come. */
async function expectReleased(member: SignedIn, types: readonly string[]): Promise<void> {
  const start = Math.floor(t.clock.now().getTime() / 60_000) * 60_000;
  for (const second of [0, 40, 59.999]) {
    t.clock.set(new Date(Math.max(t.clock.now().getTime(), start + second * 1000)));
    await run();
    expect([await eventTypesOf(member), await bellOf(member)]).toEqual([[], 0]);
  }
  t.clock.set(new Date(start + 60_000));
  await run();
  expect(await eventTypesOf(member)).toEqual(types);
  expect(await bellOf(member)).toBe(types.filter((type) => type === 'notice').length);
}

it('waits for the job of every minute, which looks at one of those whose minute is not over [ANON-70]', async () => {
  const postId = await createPost(t, author, { boardType: 'SECRET' });
  let woken = 0;
  t.services.events.on('notifications-stored', async () => {
    woken += 1;
  });
  const likers = await Promise.all(Array.from({ length: 5 }, () => t.signIn('STUDENT')));
  for (const as of likers) await t.call('POST', `/api/post/${postId}/like`, { as });
  await t.services.events.drain();
  expect(woken).toBe(0);
  const statements = await recordStatements(() => t.services.notifications.sendNotifications());
  const looked = statements.filter(({ text }) => text.includes('pending notifications'));
  expect(looked).toHaveLength(1);
  t.clock.set(afterItsMinute(t.clock.now()));
  await run();
});

it('costs a wake one statement however many comments and posts wait for their minute [ANON-70]', async () => {
  const old = await createPost(t, author, { boardType: 'SECRET' });
  const body = { follows: true };
  await t.call('PUT', `/api/post/${old}/follow`, { as: reader, body });
  await t.call('POST', '/api/member/alert-words', { as: reader, body: { word: '나침반' } });
  t.clock.set(afterItsMinute(t.clock.now()));
  await run();
  for (let n = 0; n < 3; n += 1) await writeComment(t, author, old);
  await createPost(t, author, { boardType: 'SECRET', title: '나침반 이야기' });
  const statements = await recordStatements(() => t.services.notifications.tasks.alerts());
  expect(statements.map(({ text }) => text)).toHaveLength(1);
  t.clock.set(afterItsMinute(t.clock.now()));
  await run();
  expect(await bellOf(reader)).toBe(2);
});

describe('what happens to anonymous content is released with the others of its minute', () => {
  it.each(['SECRET', 'FREE'] as const)(
    'as the hint that somebody wrote on %s, once for all of them [ANON-70]',
    async (boardType) => {
      const anonymous = boardType === 'FREE';
      for (const title of ['첫째', '둘째']) {
        await createPost(t, author, { boardType, title, ...(anonymous && { anonymous }) });
        t.clock.advance(10);
        await run();
      }
      expect(boards).toEqual([]);
      t.clock.set(afterItsMinute(t.clock.now()));
      await run();
      expect(boards).toEqual([boardType]);
    },
  );

  it('as a comment to the author, while the response shows it to its writer at once [ANON-70]', async () => {
    const post = await createPost(t, author, { boardType: 'SECRET' });
    const { id } = await writeComment(t, reader, post);
    const { json } = await t.call('GET', `/api/post/${post}/comments`, { as: reader });
    expect(json.comments).toMatchObject([{ id, isAuthor: true }]);
    await expectReleased(author, ['notice', 'post']);
  });

  it('as a like to the author [ANON-70]', async () => {
    const post = await createPost(t, author, { boardType: 'SECRET' });
    await t.call('POST', `/api/post/${post}/like`, { as: reader });
    await expectReleased(author, ['notice', 'post']);
  });

  it('as a change or a deletion to open pages of the thread [ANON-70]', async () => {
    const post = await createPost(t, author, { boardType: 'SECRET' });
    const { id } = await writeComment(t, reader, post);
    t.clock.set(afterItsMinute(t.clock.now()));
    await run();
    await t.db.execute('delete from events');
    await t.call('POST', '/api/notice/read-all', { as: author, body: { noticeIds: [] } });
    await t.db.execute('delete from events');
    await t.call('DELETE', `/api/comment/${id}`, { as: reader });
    await expectReleased(author, ['post']);
  });

  it('to who follows the post, the board or waits for a word [ANON-70]', async () => {
    const old = await createPost(t, author, { boardType: 'SECRET' });
    const body = { follows: true };
    await t.call('PUT', `/api/post/${old}/follow`, { as: reader, body });
    await t.call('POST', '/api/member/alert-words', { as: reader, body: { word: '난파선' } });
    t.clock.set(afterItsMinute(t.clock.now()));
    await run();
    await writeComment(t, await t.signIn('STUDENT'), old);
    await createPost(t, author, { boardType: 'SECRET', title: '난파선 이야기' });
    await expectReleased(reader, ['notice', 'notice']);
  });

  it('as an anonymous question to the professor of the lecture room [ANON-70]', async () => {
    const professor = await t.signIn('PROFESSOR');
    await t.services.live.place(professor.id);
    const room = await createLectureRoom(t, { professorId: professor.id });
    await t.call('POST', '/api/lecture-room/mark', { as: author, body: { lectureId: room } });
    await createLecturePost(t, author, room, { anonymous: true });
    await expectReleased(professor, ['notice']);
  });
});

it('what happens to content with names is released at once [LIVE-01]', async () => {
  await createPost(t, author, {});
  expect(boards).toEqual(['FREE']);
  const post = await createPost(t, author, {});
  await writeComment(t, reader, post);
  expect(await eventTypesOf(author)).toEqual(['notice', 'post']);
});
