import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { recordRoundTrips } from '../../testing/round-trips.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let author: SignedIn;
let other: SignedIn;
let blocker: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [author, other, blocker] = await Promise.all([
    t.signIn('STUDENT'),
    t.signIn('STUDENT'),
    t.signIn('STUDENT'),
  ]);
  await createBlock(t.db, blocker, author);
});
afterAll(() => t.close());

const oldest = { page: 0, sort: 'oldest' } as const;
const list = (
  as: SignedIn,
  id: number,
  query: Parameters<typeof t.services.comments.list>[2] = oldest,
) => t.services.comments.list({ memberId: as.id, sessionId: '', roles: as.roles }, id, query);

describe('threads that are read at the same time', () => {
  it('share one statement, in which each reader has an own view of each', async () => {
    const open = await createThread(t, author);
    const secret = await createThread(t, other, 'SECRET');
    const liked = await writeComment(t, author, open, { content: '첫 번째' });
    await writeComment(t, other, open, { content: '두 번째' });
    await writeComment(t, author, secret, { content: '숨은 말' });
    await t.call('POST', `/api/comment/${liked.id}/like`, { as: other });
    await t.services.events.drain();
    const pick = ({ comments }: Awaited<ReturnType<typeof list>>) =>
      comments.map(({ content, writerNickname, isAuthor, isPostAuthor, liked, likes }) => [
        content,
        writerNickname,
        { isAuthor, isPostAuthor, liked, likes },
      ]);
    const flags = { isAuthor: false, isPostAuthor: false, liked: false, likes: 0 };
    const first = { ...flags, isPostAuthor: true, likes: 1 };
    const statements = await recordStatements(async () => {
      const [byAuthor, byOther, byBlocker, hidden, own] = await Promise.all([
        list(author, open),
        list(other, open),
        list(blocker, open),
        list(other, secret),
        list(author, secret),
      ]);
      expect(pick(byAuthor)).toEqual([
        ['첫 번째', author.nickname, { ...first, isAuthor: true }],
        ['두 번째', other.nickname, flags],
      ]);
      expect(pick(byOther)).toEqual([
        ['첫 번째', author.nickname, { ...first, liked: true }],
        ['두 번째', other.nickname, { ...flags, isAuthor: true }],
      ]);
      expect(pick(byBlocker)).toEqual([
        ['차단한 회원의 댓글입니다.', '차단한 회원', first],
        ['두 번째', other.nickname, flags],
      ]);
      expect(pick(hidden)).toEqual([['숨은 말', '익명1', flags]]);
      expect(pick(own)).toEqual([['숨은 말', '익명1', { ...flags, isAuthor: true }]]);
    });
    expect(statements.map(({ name }) => name)).toEqual(['read_thread_oldest']);
  });

  it('keep the page and the order of each request', async () => {
    const thread = await createThread(t, author);
    for (const content of ['하나', '둘', '셋']) await writeComment(t, other, thread, { content });
    const contents = async (query: Parameters<typeof list>[2]) =>
      (await list(author, thread, query)).comments.map(({ content }) => content);
    const found = await Promise.all([
      contents(oldest),
      contents({ ...oldest, after: 1 }),
      contents({ ...oldest, after: 3 }),
      contents({ page: 1, sort: 'oldest' }),
      contents({ page: 0, sort: 'newest' }),
      contents({ page: 0, sort: 'newest', after: 2 }),
    ]);
    expect(found).toEqual([
      ['하나', '둘', '셋'],
      ['둘', '셋'],
      [],
      [],
      ['셋', '둘', '하나'],
      ['하나'],
    ]);
  });

  it('are refused one by one', async () => {
    const room = await createLectureRoom(t, { membersOnly: true });
    await markRoom(t, other, room);
    const closed = await createLecturePost(t, other, room);
    const [open, deleted] = [await createThread(t, author), await createThread(t, author)];
    await deleteThread(t, deleted);
    const actor = { memberId: author.id, sessionId: '', roles: author.roles };
    const results = await Promise.allSettled([
      list(author, deleted),
      list(author, open),
      t.services.comments.list(actor, closed, oldest, 'room'),
      list(author, closed),
    ]);
    const codes = results.map((one) => (one.status === 'rejected' ? one.reason.code : one.status));
    expect(codes).toEqual([
      'POST_NOT_FOUND',
      'fulfilled',
      'LECTURE_MEMBERS_ONLY',
      'POST_NOT_FOUND',
    ]);
  });
});

describe('comments that are written at the same time', () => {
  type Body = Parameters<typeof t.services.comments.create>[2];
  const create = (
    as: SignedIn,
    id: number,
    body: Partial<Body> = {},
    location?: 'board' | 'room',
  ) => {
    const actor = { memberId: as.id, sessionId: '', roles: as.roles };
    return t.services.comments.create(
      actor,
      id,
      { content: `${as.nickname}의 말`, ...body },
      location,
    );
  };
  const signInMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => t.signIn('STUDENT')));
  const countRows = async (table: 'events' | 'notifications', { id }: SignedIn) => {
    const { rows } = await t.database.pool.query(
      `select count(*)::integer as count from ${table} where member_id = $1`,
      [id],
    );
    return rows[0].count;
  };
  const codesOf = (results: PromiseSettledResult<unknown>[]) =>
    results.map((one) => (one.status === 'rejected' ? one.reason.code : one.status));
  beforeEach(() => t.clock.advance(60));

  it('share a transaction of three round trips, and each returns what its author reads [COMM-95]', async () => {
    const [first, second, third, owner] = (await signInMany(4)) as [
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
    ];
    const [busy, other] = [await createThread(t, owner), await createThread(t, first)];
    const { result, trips } = await recordRoundTrips(() =>
      Promise.all([create(first, busy), create(second, busy), create(third, other)]),
    );
    expect(trips).toEqual([
      ['begin', 'wait_briefly', 'open_threads'],
      ['lock_posts', 'write_comments', 'hold_listeners_of_thread', 'lock_streams_of_thread'],
      ['commit'],
    ]);
    expect(result.map(({ commentCount }) => commentCount)).toEqual([2, 2, 1]);
    const read = async (as: SignedIn, id: number) => (await list(as, id)).comments;
    const [ofFirst] = await read(first, busy);
    const [, ofSecond] = await read(second, busy);
    expect(result.map(({ comment }) => comment)).toEqual([
      ofFirst,
      ofSecond,
      ...(await read(third, other)),
    ]);
    const { comments, post } = await readThread(t, busy);
    expect(comments.map(({ position }) => position)).toEqual([1, 2]);
    expect(post.commentCount).toBe(2);
    expect([
      await countRows('notifications', owner),
      await countRows('notifications', first),
    ]).toEqual([1, 1]);
  });

  it('send each notification to those who listen, and the post once [COMM-95]', async () => {
    const [owner, earlier, first, second, stranger] = (await signInMany(5)) as [
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
    ];
    const [busy, other] = [await createThread(t, owner), await createThread(t, stranger)];
    await writeComment(t, earlier, busy);
    for (const as of [owner, earlier, first, second, stranger])
      await t.call('GET', '/api/member/me', { as });
    const before = await countRows('events', owner);
    t.clock.advance(60);
    await Promise.all([create(first, busy), create(second, busy), create(earlier, other)]);
    // The owner: one notification and one refresh of the post's page for both.
    expect((await countRows('events', owner)) - before).toBe(2);
    expect(await countRows('events', earlier)).toBe(1);
    expect([await countRows('events', first), await countRows('events', second)]).toEqual([1, 1]);
    expect(await countRows('events', stranger)).toBe(2);
  });

  it('are numbered and notified of in the order in which they arrived', async () => {
    const owners = await signInMany(3);
    const posts = await Promise.all(owners.map((owner) => createThread(t, owner)));
    const writers = await signInMany(24);
    const written = await Promise.all(
      writers.map((as, index) => create(as, posts[index % 3] as number)),
    );
    const ids = written.map(({ comment }) => comment.id);
    expect(ids).toEqual([...ids].sort((one, next) => one - next));
    const { rows } = await t.database.pool.query(
      `select count, comment_id as id from notifications where post_id = any($1) order by comment_id`,
      [posts],
    );
    // Each leads to the last comment of its post.
    expect(rows).toEqual(ids.slice(-3).map((id) => ({ count: 8, id })));
  });

  it('are refused one by one, and refused ones are not counted', async () => {
    const [hasty, late, outsider, sender, secret, replier, fine, well] = (await signInMany(
      8,
    )) as SignedIn[] as [
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
    ];
    const open = await createThread(t, author);
    const [anonymous, deleted] = [
      await createThread(t, author, 'SECRET'),
      await createThread(t, author),
    ];
    await deleteThread(t, deleted);
    const closed = await createLecturePost(t, other, await closedRoom());
    const top = await writeComment(t, author, open);
    const sent = await create(sender, open, { clientId: 'client-0001' });
    t.clock.advance(60);
    await create(hasty, open, { content: '조금 전의 말' });
    const { result, trips } = await recordRoundTrips(() =>
      Promise.allSettled([
        create(hasty, open),
        create(late, deleted),
        create(outsider, closed, {}, 'room'),
        create(outsider, closed),
        create(sender, open, { clientId: 'client-0001' }),
        create(secret, anonymous),
        create(replier, open, { parentId: top.id }),
        create(fine, open),
        create(well, open),
      ]),
    );
    expect(codesOf(result)).toEqual([
      'COMMENT_THROTTLED',
      'POST_NOT_FOUND',
      'LECTURE_MEMBERS_ONLY',
      'POST_NOT_FOUND',
      ...Array.from({ length: 5 }, () => 'fulfilled'),
    ]);
    expect(result[4]).toMatchObject({ value: { comment: { id: sent.comment.id } } });
    expect(trips.flat().filter((name) => name.startsWith('write_'))).toEqual([
      'write_mixed_replies',
    ]);
    const { post, comments } = await readThread(t, open);
    expect(post.commentCount).toBe(6);
    expect(comments).toHaveLength(6);
    const keys = [late, outsider].map(({ id }) => `comment pace ${id}`);
    const { rows } = await t.database.pool.query('select from throttles where key = any($1)', [
      keys,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('leave out the later one of two by a member', async () => {
    const [hasty, calm] = (await signInMany(2)) as [SignedIn, SignedIn];
    const open = await createThread(t, author);
    const results = await Promise.allSettled([
      create(hasty, open, { content: '먼저' }),
      create(calm, open),
      create(hasty, open, { content: '나중' }),
    ]);
    expect(codesOf(results)).toEqual(['fulfilled', 'fulfilled', 'COMMENT_THROTTLED']);
    const { comments } = await readThread(t, open);
    expect(comments.map(({ content }) => content)).toEqual(['먼저', `${calm.nickname}의 말`]);
  });

  it('share a transaction as replies and below anonymous posts, too', async () => {
    const [asker, ...writers] = (await signInMany(7)) as [SignedIn, ...SignedIn[]];
    const [first, second, third, fourth, fifth, sixth] = writers as [
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
      SignedIn,
    ];
    const [secret, open] = [await createThread(t, author, 'SECRET'), await createThread(t, asker)];
    const [hidden, top] = [
      await writeComment(t, first, secret),
      await writeComment(t, asker, open),
    ];
    t.clock.advance(60);
    const { result, trips } = await recordRoundTrips(() =>
      Promise.all([
        create(first, secret),
        create(second, secret, { parentId: hidden.id }),
        create(author, secret, { parentId: hidden.id }),
        create(third, secret),
        create(fourth, open, { parentId: top.id }),
        create(fifth, open, { parentId: top.id }),
        create(sixth, open),
      ]),
    );
    const writes = trips.flat().filter((name) => name.startsWith('write_'));
    expect(writes).toEqual(['write_mixed_replies']);
    const names = result.map(({ comment }) => comment.writerNickname);
    expect(names.slice(0, 4)).toEqual(['익명1', '익명2', '글쓴이', '익명3']);
    expect(names.slice(4)).toEqual([fourth, fifth, sixth].map(({ nickname }) => nickname));
    expect(result.map(({ commentCount }) => commentCount)).toEqual([5, 5, 5, 5, 4, 4, 4]);
    const read = async (as: SignedIn, id: number, parent: number) => {
      const { comments } = await list(as, id);
      const { json } = await t.call('GET', `/api/post/${parent}/replies`, { as });
      return [...comments, ...json.replies];
    };
    for (const [index, [as, id, parent]] of (
      [
        [first, secret, hidden.id],
        [second, secret, hidden.id],
        [author, secret, hidden.id],
        [third, secret, hidden.id],
        [fourth, open, top.id],
        [fifth, open, top.id],
        [sixth, open, top.id],
      ] as const
    ).entries()) {
      expect(await read(as, id, parent)).toContainEqual(result[index]?.comment);
    }
    const { rows } = await t.database.pool.query(
      'select reply_count as count from comments where id = any($1)',
      [[hidden.id, top.id]],
    );
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
  });

  it('do not wait longer than half a second for a post that is locked', async () => {
    const [waiting, ...others] = (await signInMany(3)) as [SignedIn, SignedIn, SignedIn];
    const [locked, open] = [await createThread(t, author), await createThread(t, author)];
    const lock = await t.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from posts where id = $1 for update', [locked]);
    const sent = create(waiting, locked);
    await Promise.all(others.map((as) => create(as, open)));
    expect((await readThread(t, locked)).comments).toHaveLength(0);
    await lock.query('commit');
    lock.release();
    expect((await sent).commentCount).toBe(1);
    expect((await readThread(t, open)).post.commentCount).toBe(2);
  });

  it('are stored without one that PostgreSQL refuses', async () => {
    const [broken, ...others] = (await signInMany(3)) as [SignedIn, SignedIn, SignedIn];
    const open = await createThread(t, author);
    await t.database.pool.query(
      `alter table comments add constraint no_such_text check (content <> '거절')`,
    );
    const results = await Promise.allSettled([
      create(broken, open, { content: '거절' }),
      ...others.map((as) => create(as, open)),
    ]);
    await t.database.pool.query('alter table comments drop constraint no_such_text');
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((await readThread(t, open)).post.commentCount).toBe(2);
  });

  it.each([
    ['a fault, with one line in the log', 'P0001', 1],
    ['a statement that took too long', '57014', 0],
  ])('are stored alone after %s [COMM-95]', async (_, sqlState, lines) => {
    const writers = await signInMany(3);
    const open = await createThread(t, author);
    // Only the shared transaction waits briefly for locks.
    await t.database.pool.query(`
      create function fail_shared() returns trigger language plpgsql as $$ begin
        if current_setting('lock_timeout') <> '0' then
          raise exception 'shared' using errcode = '${sqlState}';
        end if;
        return new;
      end $$`);
    await t.database.pool.query(
      'create trigger fail_shared before insert on comments for each row execute function fail_shared()',
    );
    const before = t.logs.length;
    const { result, trips } = await recordRoundTrips(() =>
      Promise.all(writers.map((as) => create(as, open))),
    );
    await t.database.pool.query('drop function fail_shared cascade');
    expect(trips.flat()).toContain('write_comments');
    expect(result.map(({ commentCount }) => commentCount).toSorted()).toEqual([1, 2, 3]);
    const logged = t.logs.slice(before).filter((line) => line.includes('comments not shared'));
    expect(logged).toHaveLength(lines);
  });

  const closedRoom = async () => {
    const room = await createLectureRoom(t, { membersOnly: true });
    await markRoom(t, other, room);
    return room;
  };
});
