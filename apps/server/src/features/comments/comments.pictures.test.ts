import type { Report } from '@naru/contract/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createPicture, readPicture } from '../../testing/factories/files.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { prove } from '../account/account.fixture.ts';
import { oldMember, report } from '../moderation/blinds.fixture.ts';
import { listStored, uploadPicture } from '../uploads/pictures.fixture.ts';

const HOUR = 60 * 60;

let t: TestApp;
let author: SignedIn;
let writer: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
  await storeSetting(t, 'blindAfter', '2');
});
beforeEach(async () => {
  [author, writer] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  postId = await createThread(t, author);
});
afterAll(() => t.close());

async function post(picture: unknown, as = writer, id = postId) {
  t.clock.advance(1);
  const body = { content: '사진이에요', picture };
  return t.call('POST', `/api/post/${id}/comments`, { as, body });
}

/** A comment with an uploaded picture of the writer. */
async function show(id = postId) {
  const url = await uploadPicture(t, writer);
  const { json } = await post({ url, alt: '노을 진 항구' }, writer, id);
  return { url, comment: json.comment };
}

const statusOf = async (url: string) => (await t.call('GET', url)).status;
const listed = async (as: SignedIn, id = postId) =>
  (await t.call('GET', `/api/post/${id}/comments`, { as })).json.comments;

const rowOf = (url: string) => readPicture(t.db, url);

/** The newest report of a comment as staff see it. */
async function reported(id: number, as: SignedIn): Promise<Report> {
  const { json } = await t.call('GET', '/api/admin/reports?size=50', { as });
  return json.reports.find(({ target }: Report) => target?.id === id && target.type === 'COMMENT');
}

describe('the picture of a comment', () => {
  it.each([
    'https://example.com/a.webp',
    'javascript:alert(1)',
    '/files/../a.webp',
    '/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
    '',
  ])('is not %j, and nothing is stored [COMM-102]', async (url) => {
    expect((await post({ url, alt: '' })).status).toBe(400);
    const thread = await readThread(t, postId);
    expect([thread.comments, thread.post.commentCount]).toEqual([[], 0]);
  });

  it("is not another member's, one in use, or one that is not checked [COMM-102]", async () => {
    const used = await show();
    const ofOther = await createPicture(t.db, author);
    const ofPost = await createPicture(t.db, writer, { postId });
    const unchecked = await createPicture(t.db, writer, { status: 'pending' });
    const profile = await createPicture(t.db, writer, { profileOf: writer.id });
    for (const url of [used.url, ofOther, ofPost, unchecked, profile]) {
      const { status, json } = await post({ url, alt: '' });
      expect([status, json.error]).toEqual([400, 'IMAGE_NOT_READY']);
    }
    expect((await readThread(t, postId)).post.commentCount).toBe(1);
  });

  it('has a description of at most 100 letters [COMM-102]', async () => {
    const url = await createPicture(t.db, writer);
    const { status, json } = await post({ url, alt: '가'.repeat(101) });
    expect([status, json.errors[0].message]).toEqual([
      400,
      '사진 설명은 100자 이하로 입력해 주세요.',
    ]);
  });

  it('goes to one of two comments that want it at once [COMM-102]', async () => {
    const url = await createPicture(t.db, writer);
    const other = await createThread(t, author);
    t.clock.advance(61);
    const results = await Promise.all([
      post({ url, alt: '' }),
      post({ url, alt: '' }, writer, other),
    ]);
    expect(results.filter(({ status }) => status === 201)).toHaveLength(1);
    const threads = await Promise.all([readThread(t, postId), readThread(t, other)]);
    expect(threads.flatMap(({ comments }) => comments)).toHaveLength(1);
  });

  it('is shown with its words, also in a list, and not swept [COMM-102]', async () => {
    const { url, comment } = await show();
    const picture = { url, alt: '노을 진 항구' };
    expect(comment.picture).toEqual(picture);
    expect((await listed(author))[0].picture).toEqual(picture);
    t.clock.advance(48 * HOUR);
    await t.services.uploads.sweepPictures();
    expect(await statusOf(url)).toBe(200);
    const body = { content: '고친 글' };
    const { json } = await t.call('PUT', `/api/comment/${comment.id}`, {
      as: await t.signInAs(writer),
      body,
    });
    expect(json.comment.picture).toEqual(picture);
  });

  it('is not shown to a member who blocks the writer [COMM-103]', async () => {
    await show();
    await createBlock(t.db, author, writer);
    expect((await listed(author))[0]).toMatchObject({ blocked: true });
    expect((await listed(author))[0].picture).toBeUndefined();
  });

  it('goes with the comment, and its file within a day [COMM-103]', async () => {
    const { url, comment } = await show();
    await t.call('DELETE', `/api/comment/${comment.id}`, { as: writer });
    expect(await statusOf(url)).toBe(404);
    t.clock.advance(13 * HOUR);
    await t.services.uploads.sweepPictures();
    expect(await rowOf(url)).toBeUndefined();
    expect(await listStored(t, 'files')).not.toContain(url.slice('/files/'.length));
  });

  it('returns with a comment that staff restore [COMM-103]', async () => {
    const { url, comment } = await show();
    const admin = await t.signIn('ADMIN');
    const reason = encodeURIComponent('규칙 위반');
    await t.call('DELETE', `/api/comment/${comment.id}?reason=${reason}`, { as: admin });
    expect(await statusOf(url)).toBe(404);
    t.clock.advance(48 * HOUR);
    await t.services.uploads.sweepPictures();
    const body = { reason: '실수' };
    const path = `/api/admin/removed/COMMENT/${comment.id}/restore`;
    expect((await t.call('POST', path, { as: await t.signInAs(admin), body })).status).toBe(200);
    expect(await statusOf(url)).toBe(200);
    expect((await listed(await t.signInAs(author)))[0].picture.url).toBe(url);
  });

  it('is not public below a deleted post [COMM-103]', async () => {
    const { url } = await show();
    await deleteThread(t, postId);
    expect(await statusOf(url)).toBe(404);
    t.clock.advance(13 * HOUR);
    await t.services.uploads.sweepPictures();
    expect(await rowOf(url)).toBeUndefined();
  });

  it('of a blinded comment is for staff alone [COMM-103]', async () => {
    const { url, comment } = await show();
    for (let count = 0; count < 2; count += 1) {
      await report(t, 'COMMENT', comment.id, await oldMember(t));
    }
    const [hidden] = await listed(author);
    expect([hidden.blinded, hidden.picture]).toEqual([true, undefined]);
    const manager = await t.signIn('MANAGER');
    expect((await listed(manager))[0].picture.url).toBe(url);
    expect((await reported(comment.id, manager)).target).toMatchObject({
      blinded: true,
      picture: { url },
    });
    const reason = encodeURIComponent('규칙 위반');
    await t.call('DELETE', `/api/comment/${comment.id}?reason=${reason}`, { as: manager });
    expect((await reported(comment.id, manager)).target).not.toHaveProperty('picture');
  });

  it('below a secret post is in its report, which names nobody [MOD-39, COMM-104]', async () => {
    const { url, comment } = await show(await createThread(t, author, 'SECRET'));
    await report(t, 'COMMENT', comment.id, await oldMember(t));
    const { target } = await reported(comment.id, await t.signIn('ADMIN'));
    expect(target).toMatchObject({ picture: { url }, writerId: null, writerNickname: '익명' });
    expect(JSON.stringify(target)).not.toContain(writer.nickname);
  });

  it('below a secret post names no member [COMM-104]', async () => {
    const secret = await createThread(t, author, 'SECRET');
    const { url, comment } = await show(secret);
    expect(comment.picture.url).toBe(url);
    expect(await rowOf(url)).toMatchObject({
      commentId: comment.id,
      ownerId: null,
      bytes: 0,
      width: null,
      height: null,
    });
    const row = await rowOf(url);
    expect(row?.attachedAt?.getSeconds()).toBe(0);
    expect(await statusOf(url)).toBe(200);
  });

  it('goes with the account of its writer [COMM-103]', async () => {
    const { url } = await show();
    const secret = await createThread(t, author, 'SECRET');
    const sealed = await show(secret);
    await prove(t, writer);
    expect((await t.call('DELETE', '/api/member/me', { as: writer })).status).toBe(200);
    expect(await statusOf(url)).toBe(404);
    expect((await listed(author))[0].picture).toBeUndefined();
    // Nothing reveals who wrote it.
    expect((await listed(author, secret))[0].picture.url).toBe(sealed.url);
  });

  it('is swept when its comment was never written [COMM-103]', async () => {
    const url = await uploadPicture(t, writer);
    t.clock.advance(25 * HOUR);
    await t.services.uploads.sweepPictures();
    expect(await rowOf(url)).toBeUndefined();
  });
});

it('a plain comment of the same thread has no picture', async () => {
  await show();
  expect((await writeComment(t, author, postId)).picture).toBeUndefined();
});
