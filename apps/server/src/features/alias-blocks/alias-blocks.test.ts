import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { changeRoom, createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { allowAnonymous } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('blocking', () => {
  let author: SignedIn;
  let commenter: SignedIn;
  let me: SignedIn;
  let postId: number;
  beforeEach(async () => {
    [author, commenter, me] = [await t.signIn(), await t.signIn(), await t.signIn()];
    postId = await createPost(t, author, { boardType: 'SECRET', title: '말 못 할 고민' });
  });

  const put = (as: SignedIn, id: number, alias: string, blocks = true) =>
    t.call('PUT', `/api/post/${id}/alias-block`, { as, body: { alias, blocks } });
  const list = async (as: SignedIn) =>
    (await t.call('GET', '/api/member/alias-blocks', { as })).json.aliases;
  const errorOf = async (response: ReturnType<typeof put>) => {
    const { status, json } = await response;
    return [status, json.error];
  };
  const rowsOf = async ({ id }: SignedIn) =>
    (await t.db.execute(sql`select * from alias_blocks where member_seal = ${t.seal.seal(id)}`))
      .rows;
  describe('blocking a name of an anonymous thread [ANON-17]', () => {
    it('is repeatable, listed latest first and ended', async () => {
      await writeComment(t, commenter, postId);
      const response = await put(me, postId, '익명1');
      expect([response.status, response.json]).toEqual([
        200,
        { blocks: true, message: '이 글에서 차단했습니다.' },
      ]);
      await Promise.all([1, 2, 3].map(() => put(me, postId, '익명1')));
      t.clock.advance(60);
      await put(me, postId, '글쓴이');
      const common = { postId, title: '말 못 할 고민', place: '비밀게시판', boardType: 'SECRET' };
      expect(await list(me)).toEqual([
        { alias: '글쓴이', ...common, lectureRoomId: null },
        { alias: '익명1', ...common, lectureRoomId: null },
      ]);
      expect(await list(author)).toEqual([]);
      for (const _ of [1, 2]) {
        expect((await put(me, postId, '익명1', false)).json).toEqual({
          blocks: false,
          message: '차단을 해제했습니다.',
        });
      }
      expect(await list(me)).toMatchObject([{ alias: '글쓴이' }]);
    });

    it('stores the number of the name, a minute and the seal of who blocks, and nothing of whoever has it [ANON-27, ANON-114]', async () => {
      t.clock.advance(17);
      await writeComment(t, commenter, postId);
      await put(me, postId, '익명1');
      const [row] = await rowsOf(me);
      expect(row).toEqual({
        member_seal: t.seal.seal(me.id),
        post_id: postId,
        number: 1,
        created_at: expect.stringMatching(/:00\+00$/),
      });
    });

    it('finds only names that the thread shows [ANON-114]', async () => {
      const first = await writeComment(t, commenter, postId);
      await writeComment(t, author, postId);
      for (const alias of ['익명2', '익명999999999']) {
        expect(await errorOf(put(me, postId, alias))).toEqual([404, 'ALIAS_NOT_FOUND']);
      }
      await t.call('DELETE', `/api/comment/${first.id}`, { as: commenter });
      expect(await errorOf(put(me, postId, '익명1'))).toEqual([404, 'ALIAS_NOT_FOUND']);
      for (const alias of ['', '익명', '익명0', '익명01', '익명1 ', '등대지기', '글쓴이1']) {
        expect(await errorOf(put(me, postId, alias))).toEqual([400, 'VALIDATION_FAILED']);
      }
      expect(await rowsOf(me)).toEqual([]);
    });

    it('is for anonymous threads that the member may read', async () => {
      const named = await createPost(t, author);
      await writeComment(t, commenter, named);
      for (const alias of ['글쓴이', '익명1']) {
        expect(await errorOf(put(me, named, alias))).toEqual([404, 'ALIAS_NOT_FOUND']);
      }
      expect(await errorOf(put(me, 987_654_321, '글쓴이'))).toEqual([404, 'POST_NOT_FOUND']);
      const gone = await createThread(t, author, 'SECRET');
      await deleteThread(t, gone);
      expect(await errorOf(put(me, gone, '글쓴이'))).toEqual([404, 'POST_NOT_FOUND']);
      const { question } = await askInRoom(true);
      expect(await errorOf(put(me, question, '글쓴이'))).toEqual([403, 'LECTURE_MEMBERS_ONLY']);
    });

    it('refuses the own names, which only their owner knows [ANON-114]', async () => {
      await writeComment(t, commenter, postId);
      const own = [400, 'ALIAS_OWN'];
      expect(await errorOf(put(author, postId, '글쓴이'))).toEqual(own);
      expect(await errorOf(put(commenter, postId, '익명1'))).toEqual(own);
      expect((await put(author, postId, '익명1')).status).toBe(200);
      expect((await put(commenter, postId, '글쓴이')).status).toBe(200);
    });

    it('keeps a name without its title once the post is removed or closed [ANON-115]', async () => {
      const { lectureId, question } = await askInRoom(false);
      await put(me, question, '글쓴이');
      t.clock.advance(60);
      await put(me, postId, '글쓴이');
      expect(await list(me)).toMatchObject([
        { title: '말 못 할 고민' },
        { title: '늦은 질문', lectureRoomId: lectureId, boardType: 'LECTURE_Q' },
      ]);
      await changeRoom(t, lectureId, { membersOnly: true });
      await t.call('DELETE', `/api/post/${postId}`, { as: author });
      expect(await list(me)).toMatchObject([
        { title: null, alias: '글쓴이', place: '비밀게시판' },
        { title: null, alias: '글쓴이' },
      ]);
      for (const id of [postId, question])
        expect((await put(me, id, '글쓴이', false)).status).toBe(200);
      expect(await list(me)).toEqual([]);
    });

    it('has a limit that calls at once cannot pass [ANON-115]', async () => {
      await t.db.execute(sql`with thread as (
        insert into posts (id, board_type, anonymous, author_seal, title, content, content_text)
        select 3000000000000 + n, 'SECRET', true, '\\x01', '글', '<p>글</p>', '글'
        from generate_series(2, ${LIMITS.aliasBlocks}) as n returning id)
      insert into alias_blocks (member_seal, post_id, number)
      select ${t.seal.seal(me.id)}::bytea, id, 0 from thread`);
      await writeComment(t, commenter, postId);
      const responses = await Promise.all([put(me, postId, '글쓴이'), put(me, postId, '익명1')]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const stored = (await list(me)).find((one: { postId: number }) => one.postId === postId);
      expect((await put(me, postId, stored.alias)).status).toBe(200);
      expect(await rowsOf(me)).toHaveLength(LIMITS.aliasBlocks);
    });

    it('refreshes the other open pages of the member, and nobody else, in another transaction [ANON-27]', async () => {
      for (const { id } of [me, author, commenter]) await t.services.live.place(id);
      await writeComment(t, commenter, postId);
      await t.services.events.drain();
      await t.db.execute('delete from events');
      await put(me, postId, '익명1');
      const events = (await readEvents(t, me)).map((row) => openEvent(t.seal, row.payload));
      expect(events).toEqual([expect.objectContaining({ type: 'post', postId })]);
      for (const other of [author, commenter]) expect(await readEvents(t, other)).toEqual([]);
      const writers = await t.db.execute(
        sql`select xmin from alias_blocks where post_id = ${postId} union select xmin from events`,
      );
      expect(writers.rows).toHaveLength(2);
    });

    it('ends with the post [ANON-115]', async () => {
      await put(me, postId, '글쓴이');
      await t.db.execute(sql`delete from posts where id = ${postId}`);
      expect(await rowsOf(me)).toEqual([]);
    });
  });

  /** A room with a question without a name. */
  async function askInRoom(membersOnly: boolean) {
    const lectureId = await createLectureRoom(t);
    const values = { anonymous: true, title: '늦은 질문' };
    const question = await createLecturePost(t, author, lectureId, values);
    if (membersOnly) await changeRoom(t, lectureId, { membersOnly });
    return { lectureId, question };
  }
});

describe('what a block hides', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  const WORDS = '보고 싶지 않은 말';
  const MASKED = {
    blocked: true,
    title: TEXTS.blockedAliasPost,
    writerId: null,
    writerNickname: '익명',
  };
  let me: SignedIn;
  let author: SignedIn;
  let bystander: SignedIn;
  /** An anonymous question with a poll, whose author I block, and another one of the same member. */
  let postId: number;
  let otherId: number;
  beforeAll(async () => {
    await allowAnonymous(t, 'QNA');
    [me, author, bystander] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const values = { boardType: 'QNA', anonymous: true, content: `<p>${WORDS}</p>` } as const;
    const poll = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: true };
    postId = await createPost(t, author, { ...values, title: WORDS, poll });
    otherId = await createPost(t, author, { ...values, title: `${WORDS} 둘` });
    for (const as of [me, bystander]) {
      await t.call('POST', `/api/post/${postId}/like`, { as });
      await t.call('POST', `/api/post/${postId}/scrap`, { as });
    }
    await block(me, postId, '글쓴이');
  });

  const get = (url: string, as: SignedIn) => t.call('GET', url, { as });
  const block = (as: SignedIn, id: number, alias: string, blocks = true) =>
    t.call('PUT', `/api/post/${id}/alias-block`, { as, body: { alias, blocks } });
  const found = (posts: { id: number; title: string }[], id: number) =>
    posts.find((post) => post.id === id);
  const words = encodeURIComponent('보고 싶지');

  describe('the post of a blocked 글쓴이 [ANON-17]', () => {
    it.each([
      ['a page of a board', '/api/post?boardType=QNA'],
      ['a page far back', '/api/post?boardType=QNA&page=0&size=50'],
      ['a search of a board', `/api/post?boardType=QNA&query=${words}`],
      ['the popular list', '/api/post?boardType=POPULAR'],
    ])(
      'is masked in %s for the blocker only, and other posts of the author are not',
      async (...row) => {
        const mine = (await get(row[1], me)).json.pageResponse.posts;
        expect(found(mine, postId)).toMatchObject(MASKED);
        expect(JSON.stringify(found(mine, postId))).not.toContain(WORDS);
        expect(found(mine, otherId)).toMatchObject({ title: `${WORDS} 둘` });
        expect(found(mine, otherId)).not.toHaveProperty('blocked');
        for (const as of [bystander, author]) {
          const post = found((await get(row[1], as)).json.pageResponse.posts, postId);
          expect(post).toMatchObject({ title: WORDS });
          expect(post).not.toHaveProperty('blocked');
        }
      },
    );

    it('is masked in summaries, around other posts, and among liked and scrapped ones', async () => {
      const urls = [
        '/api/post/QNA/summary',
        `/api/post/${otherId}/around?boardType=QNA`,
        '/api/post/like',
        '/api/post/scraps',
      ];
      for (const url of urls) {
        const mine = (await get(url, me)).text;
        expect(mine, url).toContain(TEXTS.blockedAliasPost);
        expect(mine, url).not.toContain(`"${WORDS}"`);
        expect((await get(url, bystander)).text, url).toContain(`"${WORDS}"`);
      }
    });

    it('is not found by the search over everything, nor as a similar question or a link', async () => {
      const urls = [
        `/api/search?query=${words}`,
        `/api/post/similar-questions?title=${words}`,
        `/api/post/link-cards?ids=${postId},${otherId}`,
      ];
      const ids = ({ json }: { json: Record<string, { id: number }[]> }) =>
        Object.values(json)
          .find(Array.isArray)
          ?.map(({ id }) => id);
      for (const url of urls) {
        expect(ids(await get(url, me)), url).toEqual([otherId]);
        expect(ids(await get(url, bystander))?.toSorted(), url).toEqual(
          [postId, otherId].toSorted(),
        );
      }
    });

    it('is masked on its page, without its poll', async () => {
      const { json, text } = await get(`/api/post/${postId}`, me);
      expect(json.dto).toMatchObject({
        ...MASKED,
        content: `<p>${TEXTS.blockedAliasPost}</p>`,
        isScrapped: true,
      });
      expect(text).not.toContain(WORDS);
      expect(json.dto).not.toHaveProperty('poll');
      expect((await get(`/api/post/${postId}/poll`, me)).status).toBe(404);
      expect((await get(`/api/post/${postId}/poll`, bystander)).status).toBe(200);
      expect((await get(`/api/post/${postId}`, bystander)).json.dto).toMatchObject({
        title: WORDS,
      });
    });

    it('is masked in a lecture room', async () => {
      const lectureId = await createLectureRoom(t);
      const values = { anonymous: true, title: WORDS };
      const question = await createLecturePost(t, author, lectureId, values);
      await block(me, question, '글쓴이');
      const urls = [
        `/api/lecture-room/posts?lectureId=${lectureId}&type=LECTURE_Q`,
        `/api/post/${lectureId}/${question}`,
      ];
      for (const url of urls) {
        const mine = await get(url, me);
        expect(mine.status, url).toBe(200);
        expect(mine.text).toContain(TEXTS.blockedAliasPost);
        expect(mine.text).not.toContain(WORDS);
        expect((await get(url, bystander)).text).toContain(WORDS);
      }
    });

    it('is shown again at once when the block is lifted', async () => {
      const reader = await t.signIn();
      const titleFor = async () => {
        const { posts } = (await get('/api/post?boardType=QNA', reader)).json.pageResponse;
        return found(posts, postId)?.title;
      };
      expect(await titleFor()).toBe(WORDS);
      await block(reader, postId, '글쓴이');
      expect(await titleFor()).toBe(TEXTS.blockedAliasPost);
      await block(reader, postId, '글쓴이', false);
      expect(await titleFor()).toBe(WORDS);
    });

    it('needs no additional statement', async () => {
      for (const [url, count] of [
        ['/api/post?boardType=QNA&page=3', 1],
        [`/api/post/${postId}`, 2],
        [`/api/post/${postId}/comments`, 1],
      ] as const) {
        const mine = await recordStatements(() => get(url, me));
        expect(mine.length, url).toBeLessThanOrEqual(count);
      }
    });
  });

  describe('comments of a blocked name [ANON-17]', () => {
    it('are masked below the post, with replies, and keep the name that can be unblocked', async () => {
      const thread = await createPost(t, author, { boardType: 'SECRET' });
      const [first, second] = [await t.signIn(), await t.signIn()];
      const top = await writeComment(t, first, thread, { content: WORDS });
      const other = await writeComment(t, second, thread, { content: '다른 말' });
      await writeComment(t, author, thread, { content: '글쓴이의 말' });
      const reply = await writeComment(t, first, thread, { content: WORDS, parentId: other.id });
      await writeComment(t, second, thread, {
        content: '답',
        parentId: other.id,
        replyToId: reply.id,
      });
      await block(me, thread, '익명1');
      const { comments } = (await get(`/api/post/${thread}/comments`, me)).json;
      expect(comments).toEqual([
        expect.objectContaining({
          id: top.id,
          blocked: true,
          content: TEXTS.blockedAliasComment,
          text: TEXTS.blockedAliasComment,
          writerNickname: '익명1',
        }),
        expect.objectContaining({ content: '다른 말', writerNickname: '익명2' }),
        expect.objectContaining({ content: '글쓴이의 말', writerNickname: '글쓴이' }),
      ]);
      const { replies } = (await get(`/api/post/${other.id}/replies`, me)).json;
      expect(replies).toEqual([
        expect.objectContaining({ blocked: true, content: TEXTS.blockedAliasComment }),
        expect.objectContaining({ content: '답', targetNickname: '익명1' }),
      ]);
      for (const as of [bystander, first]) {
        expect((await get(`/api/post/${thread}/comments`, as)).text).not.toContain('blocked');
        expect((await get(`/api/post/${other.id}/replies`, as)).text).toContain(WORDS);
      }
      await block(me, thread, '글쓴이');
      const hidden = (await get(`/api/post/${thread}/comments?sort=newest`, me)).json.comments;
      expect(hidden.map((one: { blocked?: true }) => one.blocked ?? false)).toEqual([
        true,
        false,
        true,
      ]);
    });

    it('are shown in other threads, under a name, and to who blocks the same name elsewhere', async () => {
      const [one, other] = [
        await createPost(t, author, { boardType: 'SECRET' }),
        await createPost(t, author, { boardType: 'SECRET' }),
      ];
      const named = await createPost(t, author);
      const writer = await t.signIn();
      for (const id of [one, other, named]) await writeComment(t, writer, id, { content: WORDS });
      await block(me, one, '익명1');
      expect((await get(`/api/post/${one}/comments`, me)).text).not.toContain(WORDS);
      for (const id of [other, named]) {
        expect((await get(`/api/post/${id}/comments`, me)).text).toContain(WORDS);
      }
      const card = await get(`/api/member/summary/${writer.id}`, me);
      expect(card.json).toMatchObject({ isBlocked: false, friendStatus: 'none' });
      const asked = await t.call('POST', '/api/friend/add-friend', {
        as: writer,
        body: { id: me.id },
      });
      expect(asked.status).toBe(201);
      const requests = await get('/api/friend/request-friend-list', me);
      expect(requests.json.requestMemberList).toMatchObject([{ id: writer.id }]);
    });
  });

  describe('notifications of what a blocked name writes [ANON-17]', () => {
    const contentsOf = async (as: SignedIn) => {
      await t.services.events.drain();
      await t.services.notifications.sendNotifications();
      const { notices } = (await get('/api/member/my-notices', as)).json;
      return notices.map((one: { subType: string | null; type: string; count?: number }) => [
        one.subType ?? one.type,
        one.count ?? 1,
      ]);
    };

    it('do not reach the author of the post, and those of other names and likes do [ANON-114]', async () => {
      const [owner, hated, other] = [await t.signIn(), await t.signIn(), await t.signIn()];
      const thread = await createPost(t, owner, { boardType: 'SECRET' });
      const own = await writeComment(t, owner, thread);
      await writeComment(t, hated, thread);
      expect(await contentsOf(owner)).toEqual([['comment', 1]]);
      await block(owner, thread, '익명1');
      await writeComment(t, hated, thread);
      await writeComment(t, hated, thread, { parentId: own.id });
      expect(await contentsOf(owner)).toEqual([['comment', 1]]);
      await writeComment(t, other, thread);
      expect(await contentsOf(owner)).toEqual([['comment', 2]]);
      // A like has no name in the thread: its absence would say whose it is.
      await t.call('POST', `/api/post/${thread}/like`, { as: hated });
      expect((await contentsOf(owner)).toSorted()).toEqual([
        ['comment', 2],
        ['like', 1],
      ]);
      const elsewhere = await createPost(t, owner, { boardType: 'SECRET' });
      await writeComment(t, hated, elsewhere);
      expect(await contentsOf(owner)).toHaveLength(3);
    });

    it('of 글쓴이 do not reach who commented or follows', async () => {
      const [owner, commenter, follower] = [await t.signIn(), await t.signIn(), await t.signIn()];
      const thread = await createPost(t, owner, { boardType: 'SECRET' });
      const top = await writeComment(t, commenter, thread);
      for (const as of [follower, bystander]) {
        await t.call('PUT', `/api/post/${thread}/follow`, { as, body: { follows: true } });
      }
      for (const as of [commenter, follower]) await block(as, thread, '글쓴이');
      await writeComment(t, owner, thread, { parentId: top.id });
      await writeComment(t, owner, thread);
      for (const as of [commenter, follower]) expect(await contentsOf(as)).toEqual([]);
      expect(await contentsOf(bystander)).toEqual([['followed-post', 2]]);
    });
  });
});
