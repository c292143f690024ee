import { lecturePostBody } from '@naru/contract/lecture-posts';
import { postBody } from '@naru/contract/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHead } from '../../../testing/factories/heads.ts';
import { createLectureRoom } from '../../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { uploadFile } from '../../uploads/attachments.fixture.ts';
import { uploadPicture } from '../../uploads/pictures.fixture.ts';

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('ADMIN');
});
beforeEach(async () => {
  t.clock.advance(60);
  author = await t.signInAs(author);
});
afterAll(() => t.close());

const TEXT = { title: '글', content: '<p>내용</p>' };
const CHANGED = { title: '고친 글', content: '<p>고친 내용</p>' };
/** Named by every change, or fixed by the first one. */
const ALWAYS = ['boardType', 'title', 'content', 'clientId', 'anonymous', 'lectureId'];

/** Everything of a post that its author chooses, but for its text. */
async function readChoices(id: number) {
  const { rows } = await t.db.execute<Record<string, unknown>>(sql`
    select image_urls, price, trade_status, lecture_tag_id, head_id, audience_years, audience_groups, expires_at, must_read, anonymous,
      array(select key from attachments where post_id = posts.id order by position) as files,
      array(select key from uploads where post_id = posts.id order by key) as pictures,
      (select to_jsonb(teams) from teams where post_id = posts.id) as team,
      (select to_jsonb(polls) from polls where post_id = posts.id) as poll,
      (select to_jsonb(must_reads) from must_reads where post_id = posts.id) as confirmation
    from posts where id = ${id}`);
  return rows[0];
}

type Choice = [boardType: string, field: string, value: () => unknown, more?: object];
const CHOICES: Choice[] = [
  ['FREE', 'imageUrls', async () => [await uploadPicture(t, author)]],
  ['FREE', 'pictures', async () => [await uploadPicture(t, author)]],
  ['FREE', 'attachments', async () => [await uploadFile(t, author)]],
  ['FREE', 'poll', () => ({ options: ['가', '나'], maxChoices: 1, isAnonymous: true })],
  ['FREE', 'headId', async () => (await createHead(t)).id],
  ['REVIEW', 'lectureTagId', () => createLectureRoom(t)],
  ['MARKET', 'price', () => 1_000],
  ['MARKET', 'tradeStatus', () => 'RESERVED', { price: 0 }],
  ['MARKET', 'imageUrls', async () => [await uploadPicture(t, author)], { price: 0 }],
  ['TEAM', 'team', () => ({ kind: 'STUDY', places: 3, lastDay: '2026-12-01', roles: ['기획'] })],
  ['NOTICE', 'years', () => [3, 4]],
  ['NOTICE', 'groups', () => ['GRADUATE', 'MAJOR:해양공학']],
  [
    'NOTICE',
    'expiresAt',
    () =>
      t.clock
        .now()
        .toISOString()
        .replace(/^\d{4}/, (y) => `${+y + 1}`),
  ],
  ['NOTICE', 'mustRead', () => ({ dueOn: null })],
];

describe('a change that does not name a field', () => {
  it('is tried for every field of a post', () => {
    const fields = [...Object.keys(postBody.shape), ...Object.keys(lecturePostBody.shape)];
    const tried = [...ALWAYS, ...CHOICES.map(([, field]) => field)];
    expect(fields.filter((field) => !tried.includes(field))).toEqual([]);
  });

  it.each(CHOICES)(
    'leaves it to a post of %s as it is: %s [POST-277]',
    async (boardType, field, make, more) => {
      const value = await make();
      const body = { ...TEXT, boardType, ...more, [field]: value };
      const { status, json, text } = await t.call('POST', '/api/post/post-up', {
        as: author,
        body,
      });
      expect([status, text]).toEqual([201, expect.anything()]);
      const before = await readChoices(json.id);
      const path = `/api/post/post-up/${json.id}`;
      const put = (change: object) =>
        t.call('PUT', path, { as: author, body: { ...CHANGED, boardType, ...change } });
      expect((await put({})).status).toBe(200);
      expect(await readChoices(json.id)).toEqual(before);
    },
  );

  it.each(['imageUrls', 'attachments'])(
    'leaves it to a lecture post: %s [POST-277]',
    async (field) => {
      const lectureId = await createLectureRoom(t);
      const value =
        field === 'imageUrls' ? [await uploadPicture(t, author)] : [await uploadFile(t, author)];
      const body = { ...TEXT, lectureId, boardType: 'LECTURE_R' };
      const create = { as: author, body: { ...body, [field]: value } };
      const { json } = await t.call('POST', '/api/post/lecture-post-up', create);
      const before = await readChoices(json.id);
      const path = `/api/post/lecture-post-up/${json.id}`;
      expect(
        (await t.call('PUT', path, { as: author, body: { ...body, ...CHANGED } })).status,
      ).toBe(200);
      expect(await readChoices(json.id)).toEqual(before);
      const none = { ...body, [field]: null };
      expect((await t.call('PUT', path, { as: author, body: none })).status).toBe(200);
      expect(await readChoices(json.id)).toMatchObject({ image_urls: [], files: [], pictures: [] });
    },
  );

  it.each([[null], [[]]])(
    'is no change to %j, which removes pictures and files [POST-277]',
    async (none) => {
      const [picture, file] = [await uploadPicture(t, author), await uploadFile(t, author)];
      const body = { ...TEXT, boardType: 'FREE', imageUrls: [picture], attachments: [file] };
      const { json } = await t.call('POST', '/api/post/post-up', { as: author, body });
      const change = { ...body, imageUrls: none, attachments: none };
      await t.call('PUT', `/api/post/post-up/${json.id}`, { as: author, body: change });
      expect(await readChoices(json.id)).toMatchObject({ image_urls: [], files: [], pictures: [] });
    },
  );

  it.each([
    ['one address leaves those after the first', (first: string) => first, 2],
    ['a list of one leaves none', (first: string) => [first], 1],
  ])('of pictures, where %s [POST-277]', async (_, sent, left) => {
    const [first = '', ...others] = [
      await uploadPicture(t, author),
      await uploadPicture(t, author),
    ];
    const body = { ...TEXT, boardType: 'FREE', imageUrls: first, pictures: others };
    const { json } = await t.call('POST', '/api/post/post-up', { as: author, body });
    const change = { ...CHANGED, boardType: 'FREE', imageUrls: sent(first) };
    await t.call('PUT', `/api/post/post-up/${json.id}`, { as: author, body: change });
    const urls = [first, ...others].slice(0, left);
    expect((await readChoices(json.id))?.image_urls).toEqual(urls);
  });

  it('removes a picture that the text shows no more [POST-277]', async () => {
    const content = `<p><img src="${await uploadPicture(t, author)}" alt="" /></p>`;
    const body = { ...TEXT, boardType: 'FREE', content };
    const { json } = await t.call('POST', '/api/post/post-up', { as: author, body });
    const change = { ...CHANGED, boardType: 'FREE' };
    await t.call('PUT', `/api/post/post-up/${json.id}`, { as: author, body: change });
    expect(await readChoices(json.id)).toMatchObject({ image_urls: [], pictures: [] });
  });

  it('leaves it to a scheduled notice as it is [POST-277]', async () => {
    const publishAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    const pinUntil = publishAt.slice(0, 10);
    const post = {
      ...TEXT,
      boardType: 'NOTICE',
      years: [2],
      mustRead: { dueOn: null },
      poll: { options: ['가', '나'], maxChoices: 1, isAnonymous: true },
      attachments: [await uploadFile(t, author)],
      imageUrls: [await uploadPicture(t, author)],
      headId: (await createHead(t, { boardType: 'NOTICE' })).id,
    };
    const create = { as: author, body: { post, publishAt, pinUntil } };
    const { json, text } = await t.call('POST', '/api/admin/scheduled-notices', create);
    expect(text).toContain('id');
    const path = `/api/admin/scheduled-notices/${json.id}`;
    const read = async () => (await t.call('GET', path, { as: author })).json.notice;
    const before = await read();
    const body = { post: { ...CHANGED, title: TEXT.title, boardType: 'NOTICE' }, publishAt };
    expect((await t.call('PUT', path, { as: author, body })).status).toBe(200);
    const { content: _, ...stored } = before.post;
    const after = await read();
    expect(after.post).toMatchObject(stored);
    expect([after.pinUntil, after.attachments]).toEqual([before.pinUntil, before.attachments]);
  });
});
