import type { Report } from '@naru/contract/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { uploadFile } from '../uploads/attachments.fixture.ts';
import { uploadPicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
let admin: SignedIn;
let author: SignedIn;
let reporter: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [admin, author, reporter] = [
    await t.signIn('ADMIN'),
    await t.signIn('STUDENT'),
    await t.signIn('STUDENT'),
  ];
});
afterAll(() => t.close());

async function report(targetType: string, targetId: number): Promise<number> {
  const body = { title: '신고', content: '봐 주세요', category: 'REPORT', targetType, targetId };
  const { status, json } = await t.call('POST', '/api/inquiry', { as: reporter, body });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json.inquiry.id;
}

async function find(id: number, state = 'PROCESSING'): Promise<Report> {
  const { json } = await t.call('GET', `/api/admin/reports?size=50&state=${state}`, { as: admin });
  return json.reports.find(({ inquiryId }: Report) => inquiryId === id);
}

const send = (method: 'PUT' | 'DELETE' | 'POST', url: string, body?: object, as = author) =>
  t.call(method, url, { as, ...(body && { body }) });

/** What members report, how its author changes it, and how it is deleted. */
const KINDS = {
  post: async () => {
    const id = await createPost(t, author, { title: '나쁜 제목', content: '<p>나쁜 말</p>' });
    const body = { boardType: 'FREE', title: '고운 제목', content: '<p>고운 말</p>' };
    const url = `/api/post/post-up/${id}`;
    const remove = () => send('DELETE', `/api/post/${id}`);
    return { type: 'POST', id, change: () => send('PUT', url, body), remove };
  },
  'anonymous post': async () => {
    const id = await createPost(t, author, {
      boardType: 'SECRET',
      title: '나쁜 제목',
      content: '<p>나쁜 말</p>',
    });
    const body = { boardType: 'SECRET', title: '고운 제목', content: '<p>고운 말</p>' };
    const url = `/api/post/post-up/${id}`;
    const remove = () => send('DELETE', `/api/post/${id}`);
    return { type: 'POST', id, change: () => send('PUT', url, body), remove };
  },
  'lecture post': async () => {
    const lectureId = await createLectureRoom(t);
    const id = await createLecturePost(t, author, lectureId, {
      title: '나쁜 제목',
      content: '<p>나쁜 말</p>',
    });
    const body = { lectureId, boardType: 'LECTURE_Q', title: '고운 제목', content: '고운 말' };
    const url = `/api/post/lecture-post-up/${id}`;
    const remove = () => send('DELETE', `/api/post/${id}`);
    return { type: 'POST', id, change: () => send('PUT', url, body), remove };
  },
  comment: async () => {
    const postId = await createPost(t, reporter, { title: '글' });
    const { id } = await writeComment(t, author, postId, { content: '나쁜 말' });
    const url = `/api/comment/${id}`;
    const change = () => send('PUT', url, { content: '고운 말' });
    return { type: 'COMMENT', id, change, remove: () => send('DELETE', url) };
  },
  profile: async () => {
    const set = (intro: string) => send('POST', '/api/member/set-intro', { intro });
    await set('나쁜 말');
    const remove = () => t.services.account.removeUnused(author.id, async () => true);
    return { type: 'MEMBER', id: author.id, change: () => set('고운 말'), remove };
  },
};

describe('a report', () => {
  it.each(Object.entries(KINDS))(
    'of a %s stores what was reported, beside what it is now [MOD-81]',
    async (_, make) => {
      const { type, id, change, remove } = await make();
      const inquiryId = await report(type, id);
      const before = (await find(inquiryId)).reported;
      expect(before).toMatchObject({ text: '나쁜 말', changed: false, now: { text: '나쁜 말' } });
      await change();
      const after = (await find(inquiryId)).reported;
      expect(after).toMatchObject({ text: '나쁜 말', changed: true, now: { text: '고운 말' } });
      expect(after?.title).toBe(before?.title);
      await remove();
      const gone = await find(inquiryId);
      if (type === 'MEMBER') expect(gone.reported).toBeNull();
      else expect(gone.reported).toMatchObject({ text: '나쁜 말', changed: true, now: null });
    },
  );

  it('names a writer as shown then, until the account is deleted, and no anonymous one [MOD-81]', async () => {
    const named = await report('POST', await createPost(t, author));
    const secret = await report('POST', await createPost(t, author, { boardType: 'SECRET' }));
    expect((await find(named)).reported?.writerNickname).toBe(author.nickname);
    expect((await find(secret)).reported?.writerNickname).toBe('익명');
    const { rows } = await t.db.execute(
      `select member_id from reported_contents where inquiry_id = ${secret}`,
    );
    expect(rows).toEqual([{ member_id: null }]);
    await t.services.account.removeUnused(author.id, async () => true);
    expect((await find(named)).reported?.writerNickname).toBe('탈퇴한 회원');
  });

  it('loses it a year after the decision [MOD-81]', async () => {
    const id = await report('POST', await createPost(t, author));
    const decision = { decision: 'KEEP', reason: '확인함' };
    await send('POST', `/api/admin/reports/${id}/decide`, decision, admin);
    const count = async () =>
      (await t.db.execute(`select from reported_contents where inquiry_id = ${id}`)).rows.length;
    t.clock.advance(364 * 24 * 60 * 60);
    await t.services.jobs.content.run();
    expect(await count()).toBe(1);
    t.clock.advance(2 * 24 * 60 * 60);
    await t.services.jobs.content.run();
    expect(await count()).toBe(0);
  });

  it('shows staff the whole text [MOD-81]', async () => {
    const text = '가'.repeat(3000);
    const id = await createPost(t, author, { content: `<p>${text}</p>` });
    expect((await find(await report('POST', id))).reported?.text).toBe(text);
  });

  it('holds the pictures and files of a post until it is decided [MOD-81]', async () => {
    const [picture, dropped] = [await uploadPicture(t, author), await uploadPicture(t, author)];
    const [file, droppedFile] = [await uploadFile(t, author), await uploadFile(t, author)];
    const show = (url: string) => `<p>글 <img src="${url}" alt="" /></p>`;
    const body = { boardType: 'FREE', title: '신고될 글', content: show(picture) + show(dropped) };
    const url = '/api/post/post-up';
    const { json } = await send('POST', url, { ...body, attachments: [file, droppedFile] });
    const inquiryId = await report('POST', json.id);
    const change = { ...body, content: show(picture), attachments: [file] };
    expect((await send('PUT', `${url}/${json.id}`, change)).status).toBe(200);
    await send('DELETE', `/api/post/${json.id}`);
    const sweep = async () => {
      t.clock.advance(26 * 60 * 60);
      await t.services.jobs.files.run();
      const { rows } = await t.db.execute(
        'select key from uploads union all select key from attachments',
      );
      return rows.length;
    };
    expect(await sweep()).toBe(4);
    admin = await t.signInAs(admin);
    const { reported } = await find(inquiryId);
    expect(reported?.pictures).toHaveLength(2);
    expect(reported?.files).toHaveLength(2);
    const urls = [...(reported?.pictures ?? []), ...(reported?.fileUrls ?? [])];
    const load = async () => {
      const loads = urls.map((one) => t.app.inject({ method: 'GET', url: one ?? '' }));
      return (await Promise.all(loads)).map(({ statusCode }) => statusCode);
    };
    expect(await load()).toEqual([200, 200, 200, 200]);
    expect((await t.app.inject({ method: 'GET', url: picture })).statusCode).toBe(404);
    const decision = { decision: 'KEEP', reason: '확인함' };
    await send('POST', `/api/admin/reports/${inquiryId}/decide`, decision, admin);
    expect(await load()).toEqual([200, 200, 404, 404]);
    expect(await sweep()).toBe(0);
    expect(await load()).toEqual([404, 404, 404, 404]);
    admin = await t.signInAs(admin);
    const decided = (await find(inquiryId, 'COMPLETED')).reported;
    expect(decided).toMatchObject({ pictures: [], fileUrls: [null, null] });
  });

  it('of a file that was replaced under its name says that it changed [MOD-81]', async () => {
    const body = { boardType: 'FREE', title: '신고될 글', content: '<p>글</p>' };
    const files = [await uploadFile(t, author)];
    const { json } = await send('POST', '/api/post/post-up', { ...body, attachments: files });
    const inquiryId = await report('POST', json.id);
    expect((await find(inquiryId)).reported).toMatchObject({ changed: false });
    const attachments = [await uploadFile(t, author)];
    await send('PUT', `/api/post/post-up/${json.id}`, { ...body, attachments });
    expect((await find(inquiryId)).reported).toMatchObject({ changed: true });
    await t.db.execute(`update reported_contents set files =
      array(select split_part(file, '/', 2) from unnest(files) as file) where inquiry_id = ${inquiryId}`);
    const { reported } = await find(inquiryId);
    expect(reported).toMatchObject({ changed: false, fileUrls: [null] });
  });
});
