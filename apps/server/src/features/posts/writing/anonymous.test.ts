import type { BoardType } from '@naru/contract/boards';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../../testing/factories/comments.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { readNotifications } from '../../../testing/factories/notifications.ts';
import { countPosts, createPost, readPost } from '../../../testing/factories/posts.ts';
import { allowAnonymous } from '../../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  await allowAnonymous(t, 'FREE', 'REVIEW', 'QNA');
  author = await t.signIn();
  admin = await t.signInAs(admin);
});

let counter = 0;
function bodyOf(more: object = {}) {
  counter += 1;
  const title = `이름 없이 ${counter}`;
  return { boardType: 'FREE', title, content: '<p>속마음</p>', anonymous: true, ...more };
}
const create = (body: object, as = author) => t.call('POST', '/api/post/post-up', { as, body });
const update = (id: number, body: object, as = author) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as, body });
const detail = async (id: number, as: SignedIn) =>
  (await t.call('GET', `/api/post/${id}`, { as })).json.dto;

async function expectRefused(response: ReturnType<typeof create>, field: string, message: RegExp) {
  const { status, json } = await response;
  expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
  expect(json.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
}

describe('an anonymous post by choice', () => {
  it.each<BoardType>(['NOTICE', 'NOTICE_UNIV', 'MARKET'])(
    'is refused on %s for every role, whatever is stored [ANON-60]',
    async (boardType) => {
      await allowAnonymous(t, boardType);
      const system = await t.signIn('SYSTEM');
      const before = await countPosts(t);
      await expectRefused(create(bodyOf({ boardType, price: 1 }), system), 'anonymous', /익명/);
      expect(await countPosts(t)).toBe(before);
    },
  );

  it('is refused where no ADMIN allowed it, and for members who may not write [ANON-60]', async () => {
    await allowAnonymous(t, 'QNA');
    const before = await countPosts(t);
    await expectRefused(create(bodyOf()), 'anonymous', /지금 익명으로 쓸 수 없어/);
    await expectRefused(create(bodyOf(), admin), 'anonymous', /지금 익명으로 쓸 수 없어/);
    const response = await create(bodyOf({ boardType: 'QNA' }), await t.signIn('USER'));
    expect([response.status, response.json.error]).toEqual([403, 'WRITE_DENIED']);
    expect(await countPosts(t)).toBe(before);
    expect((await create(bodyOf({ boardType: 'QNA' }))).status).toBe(201);
  });

  it.each<BoardType>(['FREE', 'REVIEW', 'QNA'])(
    'is sealed on %s like one of the secret board [ANON-61]',
    async (boardType) => {
      const { json } = await create(bodyOf({ boardType, clientId: `choice-${boardType}` }));
      const row = await readPost(t, json.id);
      expect(row).toMatchObject({ anonymous: true, authorId: null, boardType });
      expect(row.authorSeal?.equals(t.seal.seal(author.id))).toBe(true);
      expect(row.createdAt.getTime() % 60_000).toBe(0);
      expect(row.id).toBeGreaterThanOrEqual(2 ** 40);
      expect(row.clientId).not.toContain('choice');
      for (const viewer of [admin, await t.signIn('SYSTEM'), author]) {
        expect(await detail(json.id, viewer)).toMatchObject({
          anonymous: true,
          writerId: null,
          writerNickname: '익명',
          writerRoles: [],
          writerProfileThumbnails: null,
          isAuthor: viewer === author,
        });
      }
    },
  );

  it('is named without the choice, also where it is allowed', async () => {
    const { json } = await create(bodyOf({ anonymous: false }));
    const dto = await detail(json.id, admin);
    expect(dto).toMatchObject({ writerId: author.id, writerNickname: author.nickname });
    expect(dto).not.toHaveProperty('anonymous');
  });

  it('hides all who comment, the author too, and reveals their names to nobody [ANON-62]', async () => {
    const postId = await createPost(t, author, { anonymous: true });
    const [first, second] = [await t.signIn(), await t.signIn('PROFESSOR')];
    const top = await writeComment(t, first, postId, { content: `@${second.nickname} 안녕` });
    await writeComment(t, author, postId);
    await writeComment(t, second, postId);
    await t.services.events.drain();
    const { json } = await t.call('GET', `/api/post/${postId}/comments`, { as: admin });
    const names = json.comments.map((one: { writerNickname: string }) => one.writerNickname);
    expect(names).toEqual(['익명1', '글쓴이', '익명2']);
    expect(JSON.stringify(json)).not.toMatch(/"writerId":\d|mentions/);
    expect(top.id).toBeGreaterThanOrEqual(2 ** 40);
    const rows = await readNotifications(t, author);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect([row.content, row.postId, row.commentId]).toEqual(['', null, null]);
      expect(row.createdAt.getTime() % 60_000).toBe(0);
    }
    expect(await readNotifications(t, second)).toEqual([]);
    const notices = await t.call('GET', '/api/member/my-notices', { as: author });
    expect(notices.text).not.toMatch(new RegExp(`${first.nickname}|${second.nickname}`));
  });

  it('reaches all who follow the board, author and blocking members too, without its words [ANON-63]', async () => {
    const [follower, blocker] = [await t.signIn(), await t.signIn()];
    await createBlock(t.db, blocker, author);
    for (const as of [follower, blocker, author]) {
      const body = { boardType: 'FREE', follows: true };
      expect((await t.call('PUT', '/api/board/follow', { as, body })).status).toBe(200);
    }
    const postId = await createPost(t, author, { anonymous: true, title: '털어놓습니다' });
    await t.services.events.drain();
    await t.services.notifications.sendNotifications();
    for (const as of [follower, blocker, author]) {
      const [row, ...more] = await readNotifications(t, as);
      expect(more).toEqual([]);
      expect(row).toMatchObject({ content: '', targetUrl: null, postId: null, cause: null });
      expect(await detail(postId, as)).toMatchObject({ title: '털어놓습니다' });
      expect(await detail(postId, as)).not.toHaveProperty('blocked');
    }
  });

  it('is in the lists and the export of its author alone [ANON-05, ANON-61]', async () => {
    const postId = await createPost(t, author, { anonymous: true });
    const mine = await t.call('GET', '/api/post/my-posts', { as: author });
    expect(mine.json.posts.map(({ id }: { id: number }) => id)).toEqual([postId]);
    const url = `/api/post?boardType=FREE&filter=writer&query=${encodeURIComponent(author.nickname)}`;
    expect((await t.call('GET', url, { as: author })).json.pageResponse.totalCount).toBe(0);
    const everywhere = `/api/search?filter=writer&query=${encodeURIComponent(author.nickname)}`;
    expect((await t.call('GET', everywhere, { as: admin })).text).not.toContain(String(postId));
  });
});

describe('a change', () => {
  it('never shows or hides an author [ANON-64]', async () => {
    const hidden = await createPost(t, author, { anonymous: true });
    const named = await createPost(t, author);
    const secret = await createPost(t, author, { boardType: 'SECRET' });
    await expectRefused(update(hidden, bodyOf({ anonymous: false })), 'anonymous', /바꿀 수 없/);
    await expectRefused(update(named, bodyOf()), 'anonymous', /바꿀 수 없/);
    const shown = bodyOf({ boardType: 'SECRET', anonymous: false });
    await expectRefused(update(secret, shown), 'anonymous', /바꿀 수 없/);
    for (const id of [hidden, secret]) expect((await readPost(t, id)).authorId).toBeNull();
    expect((await readPost(t, named)).authorId).toBe(author.id);
  });

  it('stays possible for the author after the choice was withdrawn, and all stays sealed [ANON-65]', async () => {
    const id = await createPost(t, author, { anonymous: true });
    await allowAnonymous(t);
    expect((await update(id, bodyOf({ anonymous: undefined }))).status).toBe(200);
    expect((await update(id, bodyOf())).status).toBe(200);
    expect((await update(id, bodyOf(), await t.signIn('ADMIN'))).status).toBe(403);
    await writeComment(t, await t.signIn(), id);
    expect(await detail(id, admin)).toMatchObject({ anonymous: true, writerNickname: '익명' });
    expect((await readPost(t, id)).updatedAt?.getTime()).toSatisfy(
      (at) => Number(at) % 60_000 === 0,
    );
  });
});

describe('what could reveal who wrote it', () => {
  it('is refused: files, and a poll that shows who voted [ANON-66]', async () => {
    const poll = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: false };
    await expectRefused(create(bodyOf({ attachments: ['key'] })), 'attachments', /파일/);
    await expectRefused(create(bodyOf({ poll })), 'poll.isAnonymous', /익명이어야/);
    const { json } = await create(bodyOf({ poll: { ...poll, isAnonymous: true } }));
    await expectRefused(update(json.id, bodyOf({ poll })), 'poll.isAnonymous', /익명이어야/);
    await expectRefused(update(json.id, bodyOf({ attachments: ['key'] })), 'attachments', /파일/);
  });

  it('is not posted beside the same text with the name, either way [ANON-67]', async () => {
    const body = bodyOf({ clientId: 'the-same-text' });
    const named = await create({ ...body, anonymous: false });
    await expectRefused(create(body), 'anonymous', /이미 이름으로/);
    t.clock.advance(300);
    await expectRefused(create({ ...body, clientId: 'another-text' }), 'anonymous', /이름으로/);
    expect((await create({ ...body, anonymous: false })).json.id).toBe(named.json.id);
    await t.call('DELETE', `/api/post/${named.json.id}`, { as: author });
    const hidden = await create(body);
    expect(hidden.status).toBe(201);
    await expectRefused(
      create({ ...body, anonymous: false, clientId: 'third-text' }),
      'anonymous',
      /이미 익명으로/,
    );
    expect((await create(body)).json.id).toBe(hidden.json.id);
    expect((await create(body, await t.signIn())).status).toBe(201);
  });
});

describe('while an ADMIN withdraws the choice', () => {
  it('a post that waits for the change is refused and keeps its words [ANON-68]', async () => {
    const before = await countPosts(t);
    let sent: ReturnType<typeof create> | null = null;
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
      await tx.execute(sql`update settings set value = '[]' where key = 'anonymousBoards'`);
      sent = create(bodyOf());
      await expect
        .poll(async () => {
          const { rows } = await t.db.execute<{ n: number }>(
            sql`select count(*)::integer as n from pg_locks where locktype = 'advisory' and not granted`,
          );
          return rows[0]?.n;
        })
        .toBe(1);
    });
    await expectRefused(sent ?? create(bodyOf()), 'anonymous', /지금 익명으로 쓸 수 없어/);
    expect(await countPosts(t)).toBe(before);
  });

  it('each post is either stored sealed or refused [ANON-68]', async () => {
    const { json: settings } = await t.call('GET', '/api/admin/settings', { as: admin });
    const { version: _, ...body } = { ...settings, anonymousBoards: [] };
    const before = await countPosts(t);
    const authors = await Promise.all(Array.from({ length: 6 }, () => t.signIn()));
    const [saved, ...responses] = await Promise.all([
      t.call('PUT', '/api/admin/settings', { as: admin, body }),
      ...authors.map((as) => create(bodyOf(), as)),
    ]);
    expect(saved.status).toBe(200);
    const stored = responses.filter(({ status }) => status === 201);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(6 - stored.length);
    expect(await countPosts(t)).toBe(before + stored.length);
    for (const { json } of stored) expect((await readPost(t, json.id)).authorId).toBeNull();
    expect((await create(bodyOf())).status).toBe(400);
  });
});
