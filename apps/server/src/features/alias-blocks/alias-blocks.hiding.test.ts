import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { allowAnonymous } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

const WORDS = '보고 싶지 않은 말';
const MASKED = {
  blocked: true,
  title: TEXTS.blockedAliasPost,
  writerId: null,
  writerNickname: '익명',
};

let t: TestApp;
let me: SignedIn;
let author: SignedIn;
let bystander: SignedIn;
/** An anonymous question with a poll, whose author I block, and another one of the same member. */
let postId: number;
let otherId: number;
beforeAll(async () => {
  t = await createTestApp();
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
afterAll(() => t.close());

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
      expect(ids(await get(url, bystander))?.toSorted(), url).toEqual([postId, otherId].toSorted());
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
    expect((await get(`/api/post/${postId}`, bystander)).json.dto).toMatchObject({ title: WORDS });
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
