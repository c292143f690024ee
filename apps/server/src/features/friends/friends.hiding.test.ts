import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeMember, writeComment } from '../../testing/factories/comments.ts';
import { createAttachment, createPicture } from '../../testing/factories/files.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

const SECRET_WORDS = '보고 싶지 않은 말';
const FACE = '/files/face-of-the-blocked.webp';
const LINK = 'https://a.example/of-the-blocked';
const MASKED = {
  blocked: true,
  title: TEXTS.blockedPost,
  writerId: null,
  writerNickname: '차단한 회원',
};

let t: TestApp;
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
  t = await createTestApp();
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
afterAll(() => t.close());

const get = (url: string, as: SignedIn) => t.call('GET', url, { as });
const isOf = (id: number) => (post: { id: number }) => post.id === id;

describe('content of a blocked member [FRIEND-07]', () => {
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
      imageUrls: [],
      hasFiles: false,
    });
    for (const part of shown) expect(JSON.stringify(masked)).not.toContain(part);
    for (const as of [bystander, blocked]) {
      const post = (await get(url, as)).json.pageResponse.posts.find(isOf(id));
      expect(post).toMatchObject({ title: SECRET_WORDS, writerId: blocked.id });
      expect([post.imageUrls.length, post.thumbNailUrl !== null]).toEqual([1, true]);
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
      image_urls: [],
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
