import { imageVariantUrl } from '@naru/contract/images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createInquiry, readAudit } from '../../testing/factories/inquiries.ts';
import { createPost, readBoardCounter, readPost } from '../../testing/factories/posts.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { fetchFile, uploadPicture } from '../uploads/pictures.fixture.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let manager: SignedIn;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [manager, author] = [await t.signIn('MANAGER'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

const remove = (what: string, as = manager, reason = '광고') =>
  t.call('DELETE', `/api/${what}?reason=${encodeURIComponent(reason)}`, { as });
const list = async (type = 'POST', as = manager) =>
  (await t.call('GET', `/api/admin/removed?type=${type}&size=50`, { as })).json;
const detail = (type: string, id: number, as = manager) =>
  t.call('GET', `/api/admin/removed/${type}/${id}`, { as });
const restore = (type: string, id: number, as = manager) =>
  untilServed(() =>
    t.call('POST', `/api/admin/removed/${type}/${id}/restore`, { as, body: { reason: '실수' } }),
  );
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

describe('GET /admin/removed', () => {
  it('lists content removed by staff with remover, reason and purge time', async () => {
    const id = await createPost(t, author, {
      title: '사세요',
      content: '<p>싸게 <b>팝니다</b></p>',
    });
    await remove(`post/${id}`);
    const item = (await list()).items.find((one: { id: number }) => one.id === id);
    expect(item).toMatchObject({
      type: 'POST',
      boardType: 'FREE',
      title: '사세요',
      excerpt: '싸게 팝니다',
      writerNickname: author.nickname,
      removedByNickname: manager.nickname,
      reason: '광고',
    });
    const days = (Date.parse(item.purgedAt) - Date.parse(item.removedAt)) / 1000 / DAY;
    expect(days).toBe(30);
  });

  it('hides content removed by its author unless it was reported', async () => {
    const reporter = await t.signIn();
    const [quiet, reported] = [await createPost(t, author), await createPost(t, author)];
    const values = { category: 'REPORT', targetType: 'POST', targetId: reported } as const;
    await createInquiry(t, reporter, values);
    for (const id of [quiet, reported]) await remove(`post/${id}`, author);
    const { items } = await list();
    expect(idsOf({ items })).toContain(reported);
    expect(idsOf({ items })).not.toContain(quiet);
    expect(items.find(({ id }: { id: number }) => id === reported)).toMatchObject({
      removedByNickname: null,
      reason: null,
    });
    expect((await detail('POST', quiet)).status).toBe(404);
    expect((await restore('POST', reported)).json.error).toBe('RESTORE_DENIED');
    expect((await restore('POST', quiet)).status).toBe(404);
  });

  it('shows no author of anonymous content', async () => {
    const postId = await createPost(t, author, { boardType: 'SECRET' });
    const { id } = await writeComment(t, author, postId, { content: '비밀 말' });
    await remove(`comment/${id}`);
    await remove(`post/${postId}`);
    for (const type of ['POST', 'COMMENT'] as const) {
      const page = await list(type, await t.signIn('ADMIN'));
      const item = page.items.find(
        (one: { id: number }) => one.id === (type === 'POST' ? postId : id),
      );
      expect(item).toMatchObject({ writerNickname: '익명', removedByNickname: manager.nickname });
      expect(JSON.stringify(page)).not.toContain(author.nickname);
      const { text } = await detail(type, type === 'POST' ? postId : id);
      expect(text).not.toContain(author.nickname);
    }
  });
});

describe('GET /admin/removed/:type/:id', () => {
  it('returns content and pictures, and records each read [AUDIT-01]', async () => {
    const picture = await createPicture(t.db, author);
    const content = `<p>본문</p><img src="${picture}" alt="">`;
    const id = await createPost(t, author, { content, imageUrls: [picture] });
    expect((await detail('POST', id)).status).toBe(404);
    await remove(`post/${id}`);
    const { json } = await detail('POST', id);
    expect(json).toMatchObject({ imageUrls: [], restorable: true });
    expect(json.content).toContain('본문');
    const actions = (await readAudit(t, id)).map(({ action }) => action);
    expect(actions).toEqual(['post.read-removed', 'post.delete']);
  });

  it('has the pictures at addresses for staff who read it, for an hour [MOD-04]', async () => {
    const [inText, ofItem, ofComment] = [
      await uploadPicture(t, author),
      await uploadPicture(t, author),
      await uploadPicture(t, author),
    ];
    const item = {
      ...{ boardType: 'MARKET', title: '책', price: 1000, imageUrls: [ofItem, inText] },
      content: `<p>책</p><img src="${inText}" alt="책 src=&quot;b&quot;">`,
    };
    const made = await t.call('POST', '/api/post/post-up', { as: author, body: item });
    const { id } = made.json;
    const body = { content: '사진', picture: { url: ofComment } };
    const { json } = await t.call('POST', `/api/post/${id}/comments`, { as: author, body });
    const whole = await fetchFile(t, inText);
    await remove(`comment/${json.comment.id}`);
    await remove(`post/${id}`);
    const post = (await detail('POST', id)).json;
    const comment = (await detail('COMMENT', json.comment.id)).json;
    const [source] = /\/files\/[\w.-]+(?=")/.exec(post.content) ?? [''];
    expect([post.imageUrls.length, comment.imageUrls.length]).toEqual([1, 1]);
    const shown = [source, post.imageUrls[0], comment.imageUrls[0]];
    for (const url of [inText, ofItem, ofComment]) {
      expect((await t.call('GET', url)).status).toBe(404);
    }
    for (const url of shown) {
      const { status, headers } = await t.call('GET', imageVariantUrl(url, 'medium'));
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    }
    expect((await fetchFile(t, source)).equals(whole)).toBe(true);
    const forged = source.replace(
      /^(.{20})./,
      (_, head) => `${head}${source[20] === 'a' ? 'b' : 'a'}`,
    );
    expect((await t.call('GET', forged)).status).toBe(404);
    await setRoles(t, manager.id, ['STUDENT']);
    expect((await t.call('GET', source)).status).toBe(404);
    await setRoles(t, manager.id, ['MANAGER']);
    expect((await t.call('GET', source)).status).toBe(200);
    t.clock.advance(60 * 60);
    expect((await t.call('GET', source)).status).toBe(404);
  });

  it('responds with 404 after 30 days, before and after the nightly job', async () => {
    const id = await createPost(t, author);
    const { id: commentId } = await writeComment(t, author, await createPost(t, author));
    await remove(`post/${id}`);
    await remove(`comment/${commentId}`);
    t.clock.advance(30 * DAY - 1);
    let as = await t.signInAs(manager);
    expect((await detail('POST', id, as)).status).toBe(200);
    t.clock.advance(60);
    as = await t.signInAs(manager);
    for (let round = 0; round < 2; round += 1) {
      expect((await detail('POST', id, as)).status).toBe(404);
      expect((await detail('COMMENT', commentId, as)).status).toBe(404);
      expect((await restore('POST', id, as)).status).toBe(404);
      await t.services.jobs.content.run();
    }
    await expect(readPost(t, id)).rejects.toThrow();
  });
});

describe('POST /admin/removed/:type/:id/restore', () => {
  it('restores and counts a post once among 20 parallel requests', async () => {
    const id = await createPost(t, author);
    const before = await readBoardCounter(t, 'FREE');
    await remove(`post/${id}`);
    const responses = await Promise.all(Array.from({ length: 20 }, () => restore('POST', id)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
    expect(await readBoardCounter(t, 'FREE')).toBe(before);
    expect((await t.call('GET', `/api/post/${id}`, { as: author })).status).toBe(200);
    expect((await readAudit(t, id))[0]).toMatchObject({ action: 'post.restore', reason: '실수' });
    await remove(`post/${id}`, manager, '다시');
    expect((await detail('POST', id)).json.reason).toBe('다시');
  });

  it('restores the counts of comments and replies', async () => {
    const postId = await createPost(t, author);
    const parent = await writeComment(t, author, postId);
    const reply = await writeComment(t, author, postId, { parentId: parent.id });
    for (const { id } of [reply, parent]) await remove(`comment/${id}`);
    expect((await readPost(t, postId)).commentCount).toBe(0);
    for (const { id } of [reply, parent]) expect((await restore('COMMENT', id)).status).toBe(200);
    const { json } = await t.call('GET', `/api/post/${postId}/comments`, { as: author });
    expect(json.commentCount).toBe(2);
    expect(json.comments).toEqual([
      expect.objectContaining({ id: parent.id, deleted: false, countChildren: 1 }),
    ]);
  });

  it('refuses the own content, with and without a name, to staff [MOD-79]', async () => {
    const other = await t.signIn('MANAGER');
    for (const boardType of ['FREE', 'SECRET'] as const) {
      const thread = await createPost(t, author, { boardType });
      const { id: commentId } = await writeComment(t, manager, thread);
      const postId = await createPost(t, manager, { boardType });
      await remove(`comment/${commentId}`, other);
      await remove(`post/${postId}`, other);
      for (const [type, id] of [['COMMENT', commentId] as const, ['POST', postId] as const]) {
        expect(await restore(type, id)).toMatchObject({
          status: 403,
          json: {
            error: 'PERMISSION_DENIED',
            message: '자신이 쓴 글은 다른 운영진이 복구해야 합니다.',
          },
        });
        expect((await readAudit(t, id)).map(({ action }) => action)).not.toContain('post.restore');
        expect((await restore(type, id, await t.signIn('MANAGER'))).status).toBe(200);
      }
    }
  });

  it('refuses a comment whose post is deleted', async () => {
    const postId = await createPost(t, author);
    const { id } = await writeComment(t, author, postId);
    await remove(`comment/${id}`);
    await remove(`post/${postId}`);
    expect((await detail('COMMENT', id)).json.restorable).toBe(false);
    expect((await restore('COMMENT', id)).json.error).toBe('RESTORE_DENIED');
    expect((await restore('POST', postId)).status).toBe(200);
    expect((await restore('COMMENT', id)).status).toBe(200);
  });
});
