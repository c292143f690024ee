import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLecturePost } from '../../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../../testing/factories/lecture-rooms.ts';
import { createMember } from '../../../testing/factories/members.ts';
import { countReactions, createPost, readPost } from '../../../testing/factories/posts.ts';
import { countWaiting } from '../../../testing/lock-waits.ts';
import { createSecondServer } from '../../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let author: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [author, other] = await Promise.all([t.signIn('STUDENT'), t.signIn('STUDENT')]);
});
afterAll(() => t.close());

let post: number;
beforeEach(async () => {
  t.clock.advance(60);
  post = await createPost(t, author);
});

type Reader = { id: number };
const actorOf = ({ id: memberId }: Reader) => ({
  memberId,
  sessionId: '',
  roles: ['USER', 'STUDENT'] as const,
});
const read = (as: Reader, id: number, services = t.services) => services.posts.get(actorOf(as), id);
const createReaders = (count: number): Promise<Reader[]> =>
  Promise.all(Array.from({ length: count }, () => createMember(t.db, 'STUDENT')));

/** Holds the row of a post while `run` runs. */
function whileLocked<T>(id: number, run: () => Promise<T>): Promise<T> {
  return t.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from posts where id = ${id} for no key update`);
    return run();
  });
}

describe('posts that are read at the same time', () => {
  it('share one statement, in which each reader has an own view of each post', async () => {
    const secret = await createPost(t, author, { boardType: 'SECRET' });
    await t.call('POST', `/api/post/${post}/like`, { as: other });
    await t.call('POST', `/api/post/${secret}/scrap`, { as: author });
    const [blocker = author] = await createReaders(1);
    await createBlock(t.db, blocker, author);
    const cases: [Reader, number, Record<string, unknown>][] = [
      [author, post, { isAuthor: true, isLike: false, viewCount: 2, writerId: author.id }],
      [other, post, { isAuthor: false, isLike: true, viewCount: 2, writerId: author.id }],
      [blocker, post, { blocked: true, writerId: null, viewCount: 2 }],
      [author, secret, { isAuthor: true, isScrapped: true, viewCount: 2, writerId: null }],
      [other, secret, { isAuthor: false, isScrapped: false, viewCount: 2, writerId: null }],
    ];
    const statements = await recordStatements(async () => {
      const found = await Promise.all(cases.map(([as, id]) => read(as, id)));
      for (const [place, [, id, expected]] of cases.entries()) {
        expect(found[place]).toMatchObject({ id, ...expected });
      }
    });
    expect(statements.map(({ name }) => name)).toEqual(['read_post']);
  });

  it('are refused one by one', async () => {
    const deleted = await createPost(t, author);
    await t.services.posts.remove(actorOf(author), deleted);
    const results = await Promise.allSettled(
      [deleted, post, 987_654_321].map((id) => read(other, id)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('fail only for the member whose view cannot be stored', async () => {
    const readers = await createReaders(3);
    const results = await Promise.allSettled(
      [...readers, { id: 987_654_321 }].map((as) => read(as, post)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...readers.map(() => 'fulfilled'),
      'rejected',
    ]);
    expect((await readPost(t, post)).viewCount).toBe(3);
  });

  it('count each of two views of one member once', async () => {
    const views = await Promise.all([read(other, post), read(other, post)]);
    expect(views.map(({ viewCount }) => viewCount)).toEqual([1, 1]);
    expect((await countReactions(t, post)).views).toBe(1);
  });
});

describe('a post whose row is locked', () => {
  it('holds up no other post and no repeated view, and is counted exactly afterwards', async () => {
    const free = await createPost(t, author);
    const readers = await createReaders(40);
    await read(other, post);
    const held = await whileLocked(post, async () => {
      const waiting = readers.map((as) => read(as, post));
      const found = await Promise.all([read(other, free), read(other, post), read(author, post)]);
      expect(found.map(({ viewCount }) => viewCount)).toEqual([1, 1, 1]);
      await expect.poll(() => countWaiting(t)).toBeGreaterThan(0);
      // The readers wait in few statements, which leaves connections to others.
      expect(await countWaiting(t)).toBeLessThanOrEqual(4);
      return { waiting };
    });
    await Promise.all(held.waiting);
    expect((await readPost(t, post)).viewCount).toBe(41);
    expect((await countReactions(t, post)).views).toBe(41);
  });

  it('holds up nobody in a lecture room either', async () => {
    const room = await createLectureRoom(t);
    const [locked, free] = [
      await createLecturePost(t, author, room),
      await createLecturePost(t, author, room),
    ];
    const readOf = (id: number) => t.services.lecturePosts.get(actorOf(other), room, id);
    const held = await whileLocked(locked, async () => {
      const waiting = readOf(locked);
      expect((await readOf(free)).viewCount).toBe(1);
      return { waiting };
    });
    expect((await held.waiting).viewCount).toBe(1);
  });
});

describe('two servers', () => {
  it('never wait for each other and count the views of the same posts exactly [RACE-12]', async () => {
    const second = await createSecondServer(t);
    try {
      const posts = await Promise.all(Array.from({ length: 8 }, () => createPost(t, author)));
      const readers = await createReaders(24);
      const pairs = readers.flatMap((as) => posts.map((id) => ({ as, id })));
      await Promise.all([
        ...pairs.map(({ as, id }) => read(as, id)),
        ...pairs.toReversed().map(({ as, id }) => read(as, id, second.services)),
      ]);
      for (const id of posts) {
        expect((await readPost(t, id)).viewCount).toBe(readers.length);
        expect((await countReactions(t, id)).views).toBe(readers.length);
      }
    } finally {
      await second.close();
    }
  });
});
