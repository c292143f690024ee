import { TEXTS } from '@naru/contract/texts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { createChatRoom } from '../../testing/factories/chat.ts';
import { changeMember, writeComment } from '../../testing/factories/comments.ts';
import { createAttachment, createPicture } from '../../testing/factories/files.ts';
import {
  befriend,
  createBlock,
  createRequest,
  readFriendship,
} from '../../testing/factories/friends.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('blocks', () => {
  const SETTLED = { subType: 'request', readAt: expect.any(Date) };
  let me: SignedIn;
  let other: SignedIn;
  const streams: EventStream[] = [];
  beforeEach(async () => {
    [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });

  async function listen(as: SignedIn): Promise<EventStream> {
    const stream = await openEventStream(t, as);
    streams.push(stream);
    await stream.next('hello');
    return stream;
  }
  const block = (as: SignedIn, id: number) =>
    untilServed(() => t.call('POST', '/api/friend/block', { as, body: { id } }));
  const unblock = (as: SignedIn, id: number) => t.call('DELETE', `/api/friend/block/${id}`, { as });
  const add = (as: SignedIn, id: number) =>
    untilServed(() => t.call('POST', '/api/friend/add-friend', { as, body: { id } }));
  const requests = async (as: SignedIn) =>
    (await t.call('GET', '/api/friend/request-friend-list', { as })).json.requestMemberList;
  const card = async (as: SignedIn, id: number) =>
    (await t.call('GET', `/api/member/summary/${id}`, { as })).json;
  describe('POST /friend/block', () => {
    it('waits for a message that is being sent, so that none comes after the block [CHAT-97]', async () => {
      const roomId = await createChatRoom(t, me, other);
      const sending = await t.database.pool.connect();
      try {
        await sending.query('begin');
        await sending.query('select from chat_rooms where id = $1 for no key update', [roomId]);
        const blocked = block(me, other.id);
        await expect.poll(() => countWaiting(t)).toBe(1);
        await sending.query('commit');
        expect((await blocked).status).toBe(200);
      } finally {
        sending.release(true);
      }
    });

    it('refuses a caller without a token, oneself and unknown members', async () => {
      expect((await t.call('POST', '/api/friend/block', { body: { id: me.id } })).status).toBe(401);
      const self = await block(me, me.id);
      expect([self.status, self.json.error]).toEqual([400, 'FRIEND_SELF']);
      expect((await block(me, 9_007_199_254_740_991)).json.error).toBe('MEMBER_UNKNOWN');
      expect((await block(me, 0)).status).toBe(400);
    });

    it('ends the friendship; can be repeated and lifted [FRIEND-07]', async () => {
      await befriend(t.db, me, other);
      for (let n = 0; n < 2; n += 1) expect((await block(me, other.id)).status).toBe(200);
      expect(await readFriendship(t.db, me, other)).toBeNull();
      const list = await t.call('GET', '/api/friend/blocks', { as: me });
      expect(list.json.members.map(({ id }: { id: number }) => id)).toEqual([other.id]);
      expect((await t.call('GET', '/api/friend/blocks', { as: other })).json.members).toEqual([]);
      expect(await card(me, other.id)).toMatchObject({ isBlocked: true, friendStatus: 'none' });
      expect(await card(other, me.id)).toMatchObject({ isBlocked: false, friendStatus: 'none' });
      for (let n = 0; n < 2; n += 1) expect((await unblock(me, other.id)).status).toBe(200);
      expect((await t.call('GET', '/api/friend/blocks', { as: me })).json.members).toEqual([]);
    });

    it('withdraws the own request, as the blocked member sees it withdrawn [FRIEND-80]', async () => {
      await add(me, other.id);
      const theirs = await listen(other);
      await block(me, other.id);
      expect(await theirs.next('friend')).toMatchObject({ memberId: me.id, friendRequestCount: 0 });
      expect(await readFriendship(t.db, me, other)).toBeNull();
      expect(await readNotifications(t, other)).toMatchObject([SETTLED]);
    });

    it('hides a request that waits, which its sender goes on to see as sent [FRIEND-07, FRIEND-80]', async () => {
      await add(other, me.id);
      const [mine, theirs] = [await listen(me), await listen(other)];
      await block(me, other.id);
      expect(await mine.next('friend')).toMatchObject({ friendRequestCount: 0 });
      expect(await card(other, me.id)).toMatchObject({ friendStatus: 'sent', isBlocked: false });
      expect((await add(other, me.id)).json.error).toBe('FRIEND_REQUESTED');

      expect(await requests(me)).toEqual([]);
      expect(await card(me, other.id)).toMatchObject({ friendStatus: 'none', isBlocked: true });
      expect(await readNotifications(t, me)).toMatchObject([SETTLED]);
      const { json } = await t.call('GET', '/api/member/me', { as: me });
      expect(json.meDto.friendRequestCount).toBe(0);
      for (const [response, field] of [
        ['accept-friend', 'idToAccept'],
        ['decline-friend', 'idToDecline'],
      ] as const) {
        const body = { [field]: other.id };
        const { json } = await t.call('POST', `/api/friend/${response}`, { as: me, body });
        expect(json.error).toBe('FRIEND_REQUEST_NOT_FOUND');
      }
      expect((await t.call('DELETE', `/api/friend/${other.id}`, { as: me })).status).toBe(404);

      await unblock(me, other.id);
      await mine.until(() => mine.events.some(({ data }) => data.friendRequestCount === 1));
      expect(await requests(me)).toHaveLength(1);
      expect(theirs.received()).toEqual([]);
    });

    it('hides the block from the blocked member: requests succeed and stay hidden [FRIEND-07]', async () => {
      await block(me, other.id);
      const stranger = await t.signIn('STUDENT');
      const [blocked, free] = [await add(other, me.id), await add(other, stranger.id)];
      expect([blocked.status, blocked.json]).toEqual([free.status, free.json]);
      expect((await add(other, me.id)).json.error).toBe('FRIEND_REQUESTED');
      expect(await card(other, me.id)).toMatchObject({ friendStatus: 'sent', isBlocked: false });

      expect(await requests(me)).toEqual([]);
      expect(await readNotifications(t, me)).toEqual([]);
      expect((await card(me, other.id)).friendStatus).toBe('none');
      const accepted = await t.call('POST', '/api/friend/accept-friend', {
        as: me,
        body: { idToAccept: other.id },
      });
      expect(accepted.status).toBe(404);
      const { json } = await t.call('GET', '/api/member/me', { as: me });
      expect(json.meDto.friendRequestCount).toBe(0);

      await unblock(me, other.id);
      expect(await requests(me)).toHaveLength(1);
    });

    it('asks the blocker to lift the block before a request', async () => {
      await block(me, other.id);
      const { status, json } = await add(me, other.id);
      expect([status, json.error]).toEqual([409, 'FRIEND_BLOCKED']);
    });

    it('leaves one consistent state after 50 parallel blocks and requests', async () => {
      await createRequest(t.db, me, other);
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0 ? block(me, other.id) : add(other, me.id),
        ),
      );
      const friendship = await readFriendship(t.db, me, other);
      expect(
        friendship === null ||
          (friendship.status === 'pending' && friendship.requesterId === other.id),
      ).toBe(true);
      expect(await requests(me)).toEqual([]);
    });
  });

  describe('live changes between members', () => {
    it('reach both sides with the number of pending requests', async () => {
      const [mine, theirs] = [await listen(me), await listen(other)];
      await add(me, other.id);
      expect(await theirs.next('friend')).toEqual({
        type: 'friend',
        memberId: me.id,
        friendRequestCount: 1,
      });
      expect((await theirs.next('notice')).notice.subType).toBe('request');
      expect(await mine.next('friend')).toMatchObject({
        memberId: other.id,
        friendRequestCount: 0,
      });
      await t.call('POST', '/api/friend/accept-friend', { as: other, body: { idToAccept: me.id } });
      expect(await theirs.next('friend')).toMatchObject({ friendRequestCount: 0 });
      expect((await mine.next('notice')).notice.subType).toBe('accept');
      await t.call('DELETE', `/api/friend/${other.id}`, { as: me });
      expect(await theirs.next('friend')).toMatchObject({ memberId: me.id });
    });

    it('are not sent across a block', async () => {
      const [mine, theirs] = [await listen(me), await listen(other)];
      await block(me, other.id);
      await mine.next('friend');
      await add(other, me.id);
      await theirs.next('friend');
      await unblock(me, other.id);
      await mine.next('friend');
      expect(theirs.received()).toHaveLength(1);
      expect(mine.received()).toHaveLength(2);
    });

    it('do not reveal to a member who blocks the caller that the caller blocks back', async () => {
      const third = await t.signIn('STUDENT');
      await block(other, me.id);
      await add(me, other.id);
      const theirs = await listen(other);
      await block(me, other.id);
      await add(third, other.id);
      const senders = () =>
        theirs.events.filter(({ event }) => event === 'friend').map(({ data }) => data.memberId);
      await theirs.until(() => senders().includes(third.id));
      expect(senders()).toEqual([third.id]);
    });
  });
});

describe('content of a blocked member [FRIEND-07]', () => {
  const SECRET_WORDS = '보고 싶지 않은 말';
  const FACE = '/files/face-of-the-blocked.webp';
  const LINK = 'https://a.example/of-the-blocked';
  const MASKED = {
    blocked: true,
    title: TEXTS.blockedPost,
    writerId: null,
    writerNickname: '차단한 회원',
  };
  let me: SignedIn;
  let blocked: SignedIn;
  let bystander: SignedIn;
  let postId: number;
  let marketId: number;
  let anonymousId: number;
  let noticeId: number;
  /** What the blocked member shows: words, a face, pictures, a link and a file. */
  let shown: string[];
  beforeAll(async () => {
    [me, blocked, bystander] = [
      await t.signIn('STUDENT'),
      await t.signIn('SYSTEM'),
      await t.signIn('STUDENT'),
    ];
    await changeMember(t, blocked.id, { profileImageUrl: FACE });
    const words = { title: SECRET_WORDS, content: `<p>${SECRET_WORDS}</p>` };
    const withPicture = async () => {
      const url = await createPicture(t.db, blocked);
      return {
        url,
        content: `${words.content}<p><img src="${url}" alt="얼굴"></p>`,
        imageUrls: [url],
      };
    };
    const [one, other] = [await withPicture(), await withPicture()];
    const attachments = [await createAttachment(t.db, blocked)];
    postId = await createPost(t, blocked, { ...words, ...one, attachments });
    await changePost(t, postId, { targetUrl: LINK });
    marketId = await createPost(t, blocked, { ...words, ...other, boardType: 'MARKET' });
    shown = [one.url, other.url].map((url) => url.slice(0, -'.webp'.length));
    shown.push(SECRET_WORDS, FACE, LINK, '안내.pdf');
    anonymousId = await createPost(t, blocked, { ...words, boardType: 'SECRET' });
    noticeId = await createPost(t, blocked, { ...words, boardType: 'NOTICE_DEPT' });
    for (const as of [me, bystander]) {
      await t.call('POST', `/api/post/${postId}/like`, { as });
      await t.call('POST', `/api/post/${postId}/scrap`, { as });
    }
    await createBlock(t.db, me, blocked);
  });

  const get = (url: string, as: SignedIn) => t.call('GET', url, { as });
  const isOf = (id: number) => (post: { id: number }) => post.id === id;

  it.each([
    ['a page of a board', '/api/post?boardType=FREE'],
    ['a search', `/api/post?boardType=FREE&query=${encodeURIComponent('보고')}`],
    ['the popular list', '/api/post?boardType=POPULAR'],
    ['the market', '/api/post?boardType=MARKET'],
  ])('is masked in %s for the blocker only', async (_name, url) => {
    const mine = await get(url, me);
    const id = url.includes('MARKET') ? marketId : postId;
    const masked = mine.json.pageResponse.posts.find(isOf(id));
    expect(masked).toMatchObject({
      ...MASKED,
      thumbNailUrl: null,
      imageUrls: null,
      pictures: [],
      hasFiles: false,
    });
    for (const part of shown) expect(JSON.stringify(masked)).not.toContain(part);
    for (const as of [bystander, blocked]) {
      const post = (await get(url, as)).json.pageResponse.posts.find(isOf(id));
      expect(post).toMatchObject({ title: SECRET_WORDS, writerId: blocked.id });
      expect([post.imageUrls !== null, post.thumbNailUrl !== null]).toEqual([true, true]);
      expect(post).not.toHaveProperty('blocked');
    }
  });

  it('is masked in the summaries of the main page', async () => {
    const one = await get('/api/post/FREE/summary', me);
    const many = await t.call('POST', '/api/post/summary-multi', {
      as: me,
      body: { types: ['FREE', 'REVIEW', 'MARKET'] },
    });
    for (const { text, status } of [one, many]) {
      expect(status).toBe(200);
      expect(text).toContain(TEXTS.blockedPost);
      expect(text).not.toContain(SECRET_WORDS);
    }
  });

  it('is masked in the opened post and among liked and scrapped posts', async () => {
    const { json, text } = await get(`/api/post/${postId}`, me);
    expect(json.dto).toMatchObject({
      ...MASKED,
      content: `<p>${TEXTS.blockedPost}</p>`,
      image_urls: null,
      pictures: [],
      targetUrl: null,
      hasFiles: false,
      attachments: [],
      writerProfileThumbnails: null,
      writerRoles: [],
    });
    const open = await get(`/api/post/${postId}`, bystander);
    expect(open.json.dto).toMatchObject({ targetUrl: LINK, writerProfileThumbnails: FACE });
    expect(open.json.dto.attachments).toHaveLength(1);
    for (const part of shown) expect(text).not.toContain(part);
    for (const url of ['/api/post/like', '/api/post/scraps']) {
      const mine = await get(url, me);
      expect(mine.text).toContain(TEXTS.blockedPost);
      expect(mine.text).not.toContain(SECRET_WORDS);
      expect((await get(url, bystander)).text).toContain(SECRET_WORDS);
    }
  });

  it('is masked in comments and replies', async () => {
    const threadId = await createPost(t, bystander);
    const top = await writeComment(t, blocked, threadId, { content: SECRET_WORDS });
    await writeComment(t, blocked, threadId, { content: SECRET_WORDS, parentId: top.id });
    const comments = await get(`/api/post/${threadId}/comments`, me);
    const replies = await get(`/api/post/${top.id}/replies`, me);
    for (const comment of [comments.json.comments[0], replies.json.replies[0]]) {
      expect(comment).toMatchObject({
        blocked: true,
        content: TEXTS.blockedComment,
        text: TEXTS.blockedComment,
        writerId: null,
        writerNickname: '차단한 회원',
        writerProfileThumbnails: null,
        writerRoles: [],
      });
    }
    const open = await get(`/api/post/${threadId}/comments`, bystander);
    expect(open.json.comments[0]).toMatchObject({
      content: SECRET_WORDS,
      writerId: blocked.id,
      writerProfileThumbnails: FACE,
      writerRoles: blocked.roles,
    });
  });

  it('stays unmasked when anonymous, identical for all readers [ANON-14]', async () => {
    const comment = await writeComment(t, blocked, anonymousId, { content: SECRET_WORDS });
    for (const url of [
      '/api/post?boardType=SECRET',
      `/api/post/${anonymousId}/comments`,
      '/api/post/SECRET/summary',
    ]) {
      expect((await get(url, me)).json).toEqual((await get(url, bystander)).json);
    }
    const post = (await get(`/api/post/${anonymousId}`, me)).json.dto;
    expect(post).toMatchObject({ title: SECRET_WORDS, writerNickname: '익명' });
    expect(post).not.toHaveProperty('blocked');
    expect(comment.id).toBeGreaterThan(2 ** 40);
  });

  it('stays readable on the notice boards', async () => {
    expect((await get(`/api/post/${noticeId}`, me)).json.dto.title).toBe(SECRET_WORDS);
  });

  it('needs no additional statement', async () => {
    const id = await createPost(t, blocked);
    for (const [url, count] of [
      ['/api/post?boardType=FREE&page=3', 1],
      [`/api/post/${id}`, 1],
      [`/api/post/${id}/comments`, 1],
    ] as const) {
      expect(await recordStatements(() => get(url, me))).toHaveLength(count);
    }
  });
});
