import type { Report } from '@naru/contract/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { listBlinded } from '../../domain/posts/blinds.repo.ts';
import { changeMember, writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createPost, readPost } from '../../testing/factories/posts.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readPosts } from '../account/account.export.repo.ts';
import { oldMember, report } from './blinds.fixture.ts';

const BLIND = '블라인드 처리된 글입니다.';

let t: TestApp;
let author: SignedIn;
let manager: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [manager, reader] = [await t.signIn('MANAGER'), await t.signIn('STUDENT')];
  await storeSetting(t, 'blindAfter', '2');
});
beforeEach(async () => {
  author = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const postOf = async (id: number, as = reader) =>
  (await t.call('GET', `/api/post/${id}`, { as })).json.dto;
const isBlinded = async (id: number) => (await postOf(id)).blinded === true;
const openReport = async (id: number, type = 'POST') => {
  const { json } = await t.call('GET', '/api/admin/reports?size=50', { as: manager });
  const isIt = ({ target }: Report) => target?.id === id && target.type === type;
  return json.reports.find(isIt);
};
const decide = async (id: number, decision: string, type = 'POST') =>
  t.call('POST', `/api/admin/reports/${(await openReport(id, type)).inquiryId}/decide`, {
    as: manager,
    body: { decision, reason: '확인했습니다.' },
  });
const noticesOf = async (as: SignedIn): Promise<{ content: string; subType: string | null }[]> => {
  await t.services.events.drain();
  return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
};

describe('reports by enough members', () => {
  it('hide a post from all but staff, and its author is notified [MOD-25]', async () => {
    const id = await createPost(t, author, { title: '욕설 제목', content: '<p>욕설 본문</p>' });
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(false);
    expect((await report(t, 'POST', id)).status).toBe(201);
    for (const as of [reader, author]) {
      const dto = await postOf(id, as);
      expect(dto).toMatchObject({ title: BLIND, content: `<p>${BLIND}</p>`, blinded: true });
    }
    expect(await postOf(id, manager)).toMatchObject({ title: '욕설 제목', blinded: true });
    expect(await noticesOf(author)).toMatchObject([
      { subType: 'blinded', content: expect.stringContaining('블라인드') },
    ]);
  });

  it('hide a comment but not its post [MOD-25]', async () => {
    const id = await createPost(t, author, { title: '멀쩡한 글' });
    const { id: commentId } = await writeComment(t, author, id, { content: '욕설 댓글' });
    for (const _ of [1, 2]) await report(t, 'COMMENT', commentId);
    const read = async (as: SignedIn) =>
      (await t.call('GET', `/api/post/${id}/comments`, { as })).json.comments[0];
    expect(await read(reader)).toMatchObject({
      content: '블라인드 처리된 댓글입니다.',
      text: '블라인드 처리된 댓글입니다.',
      blinded: true,
    });
    expect(await read(manager)).toMatchObject({ content: '욕설 댓글', blinded: true });
    expect(await isBlinded(id)).toBe(false);
    const edit = { as: author, body: { content: '고친 댓글' } };
    const edited = await t.call('PUT', `/api/comment/${commentId}`, edit);
    expect([edited.status, edited.json.error]).toEqual([409, 'CONTENT_BLINDED']);
    await decide(commentId, 'KEEP', 'COMMENT');
    expect(await read(reader)).toMatchObject({ content: '욕설 댓글' });
  });

  it('do not count twice for one member, nor for an account younger than a day [MOD-26]', async () => {
    const id = await createPost(t, author);
    const [first, young] = [await oldMember(t), await t.signIn('STUDENT')];
    const hoursAgo = (hours: number) => new Date(t.clock.now().getTime() - hours * 3_600_000);
    await changeMember(t, young.id, { createdAt: hoursAgo(23) });
    for (const as of [first, first, young]) await report(t, 'POST', id, as);
    expect(await isBlinded(id)).toBe(false);
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(true);
  });

  it('do not count from accounts that anybody can make, nor from suspended ones [MOD-26]', async () => {
    const id = await createPost(t, author);
    const [one, two, suspended] = [await oldMember(t), await oldMember(t), await oldMember(t)];
    for (const { id: memberId } of [one, two]) {
      await t.db.execute(
        `delete from member_roles where member_id = ${memberId} and role = 'STUDENT'`,
      );
    }
    for (const as of [one, two, suspended]) {
      expect((await report(t, 'POST', id, await t.signInAs(as))).status).toBe(201);
    }
    await t.db.execute(
      `update members set suspended_until = '2999-01-01' where id = ${suspended.id}`,
    );
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(false);
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(true);
  });

  it('that arrive together hide it once', async () => {
    const id = await createPost(t, author);
    const reporters = [await oldMember(t), await oldMember(t), await oldMember(t)];
    const answers = await Promise.all(reporters.map((as) => report(t, 'POST', id, as)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await isBlinded(id)).toBe(true);
    expect(await noticesOf(author)).toHaveLength(1);
  });

  it('never hide a notice, and nothing while the setting is 0 [MOD-25]', async () => {
    const notice = await createPost(t, manager, { boardType: 'NOTICE_SC' });
    for (const _ of [1, 2, 3]) await report(t, 'POST', notice);
    expect(await isBlinded(notice)).toBe(false);
    const id = await createPost(t, author);
    await storeSetting(t, 'blindAfter', '0');
    for (const _ of [1, 2, 3]) await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(false);
    await storeSetting(t, 'blindAfter', '2');
  });

  it('notify the author of an anonymous post in another transaction, sealed [ANON-21]', async () => {
    await t.services.live.place(author.id);
    const id = await createPost(t, author, { boardType: 'SECRET', title: '비밀 욕설' });
    for (const _ of [1, 2]) await report(t, 'POST', id);
    expect(await noticesOf(author)).toMatchObject([{ subType: 'blinded' }]);
    const { rows } = await t.db.execute<{ xmin: string; content: string; target_url: string }>(
      `select xmin, content, target_url from notifications where member_id = ${author.id}`,
    );
    const post = await t.db.execute<{ xmin: string }>(`select xmin from posts where id = ${id}`);
    expect(rows).toMatchObject([{ content: '', target_url: null }]);
    expect(rows[0]?.xmin).not.toBe(post.rows[0]?.xmin);
    const events = (await readEvents(t, author)).map((row) => openEvent(t.seal, row.payload));
    expect(JSON.stringify(events)).not.toContain('비밀 욕설');
  });
});

describe('a blinded post', () => {
  const blinded = async (title = '욕설 제목') => {
    const id = await createPost(t, author, { title });
    for (const _ of [1, 2]) await report(t, 'POST', id);
    return id;
  };

  it('cannot be changed by its author, who keeps its text in the export [MOD-27]', async () => {
    const id = await blinded();
    const body = { boardType: 'FREE', title: '바꾼 제목', content: '<p>바꿈</p>', imageUrls: [] };
    const answer = await t.call('PUT', `/api/post/post-up/${id}`, { as: author, body });
    expect([answer.status, answer.json.error]).toEqual([409, 'CONTENT_BLINDED']);
    expect((await readPost(t, id)).title).toBe(BLIND);
    const { id: memberId } = author;
    const self = { memberId, seal: t.seal.seal(memberId), markKey: t.seal.markKey(memberId) };
    expect(await readPosts(t.db, self)).toMatchObject([{ title: '욕설 제목' }]);
  });

  it.each([
    ['FREE', 'POST'],
    ['SECRET', 'POST'],
    ['SECRET', 'COMMENT'],
  ] as const)(
    'leads its author on %s (%s) to text, reason and one objection [MOD-78]',
    async (boardType, type) => {
      const postId = await createPost(t, author, { boardType, title: '욕설 제목' });
      const id =
        type === 'POST'
          ? postId
          : (await writeComment(t, author, postId, { content: '욕설 댓글' })).id;
      for (const _ of [1, 2]) await report(t, type, id);
      const path = `/api/member/my-handled/${type}/${id}`;
      expect(await noticesOf(author)).toMatchObject([
        { subType: 'blinded', targetUrl: `/mypage/handled/${type.toLowerCase()}/${id}` },
      ]);
      expect((await t.call('GET', path, { as: author })).json).toMatchObject({
        ...{ action: 'HIDDEN', office: null, reason: expect.stringContaining('신고') },
        ...{ title: '욕설 제목', anonymous: boardType === 'SECRET', purgedAt: null },
        content: type === 'POST' ? expect.any(String) : '욕설 댓글',
      });
      expect(
        (await t.call('GET', '/api/member/my-handled', { as: author })).json.items,
      ).toHaveLength(1);
      for (const as of [reader, manager])
        expect((await t.call('GET', path, { as })).status).toBe(404);
      const object = () =>
        t.call('POST', `${path}/objection`, { as: author, body: { content: '오해입니다.' } });
      const { status, json } = await object();
      expect([status, (await object()).json.error]).toEqual([201, 'OBJECTION_EXISTS']);
      const admin = await t.signIn('ADMIN');
      const seen = (await t.call('GET', `/api/inquiries/${json.inquiryId}`, { as: admin })).json;
      expect(seen).toMatchObject({ category: 'OBJECTION', objected: { action: 'HIDDEN' } });
      expect(seen.userId).toBe(boardType === 'SECRET' ? null : author.id);
      expect((await decide(id, 'KEEP', type)).status).toBe(200);
      expect((await t.call('GET', path, { as: author })).status).toBe(404);
      const answer = { as: admin, body: { answer: '다시 공개했습니다.' } };
      const answerPath = `/api/inquiry/${json.inquiryId}/complete`;
      expect((await t.call('POST', answerPath, answer)).status).toBe(200);
    },
  );

  it('is back with its text when staff keep it, and the same reporters do not hide it again [MOD-28]', async () => {
    const id = await createPost(t, author, { title: '논쟁 글', content: '<p>논쟁</p>' });
    const reporters = [await oldMember(t), await oldMember(t)];
    for (const as of reporters) await report(t, 'POST', id, as);
    const { json } = await decide(id, 'KEEP');
    expect(json.closed).toBe(2);
    expect(await postOf(id)).toMatchObject({ title: '논쟁 글', content: '<p>논쟁</p>' });
    expect((await readAudit(t, id)).map(({ action }) => action)).toContain('post.unblind');
    expect((await noticesOf(author)).map(({ subType }) => subType)).toContain('blind-lifted');
    expect(await noticesOf(reporters[0] as SignedIn)).toMatchObject([
      { subType: 'inquiry-completed' },
    ]);
    for (const as of reporters) await report(t, 'POST', id, as);
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(false);
    await report(t, 'POST', id);
    expect(await isBlinded(id)).toBe(true);
  });

  it('is removed with its text when staff remove it, so that it can be restored [MOD-28]', async () => {
    const id = await blinded('지울 제목');
    expect((await decide(id, 'REMOVE')).status).toBe(200);
    expect((await t.call('GET', `/api/post/${id}`, { as: reader })).status).toBe(404);
    const removed = await t.call('GET', `/api/admin/removed/POST/${id}`, { as: manager });
    expect(removed.json).toMatchObject({ title: '지울 제목', reason: '확인했습니다.' });
    await t.call('POST', `/api/admin/removed/POST/${id}/restore`, {
      as: manager,
      body: { reason: '실수' },
    });
    expect(await postOf(id)).toMatchObject({ title: '지울 제목' });
  });

  it('is found among more ids than a statement may have parameters, as in an export [PRIV-07]', async () => {
    const id = await blinded();
    const ids = [id, ...Array.from({ length: 70_000 }, (_, at) => 2 ** 41 + at)];
    const { posts } = await listBlinded(t.db, { posts: ids, comments: [] });
    expect([...posts]).toEqual([id]);
  });

  it('is decided, not only answered: an answer alone is refused [MOD-28]', async () => {
    const id = await blinded();
    const { inquiryId } = await openReport(id);
    const answer = await t.call('POST', `/api/inquiry/${inquiryId}/complete`, {
      as: await t.signIn('ADMIN'),
      body: { answer: '확인했습니다.' },
    });
    expect([answer.status, answer.json.error]).toEqual([409, 'REPORT_UNDECIDED']);
    expect(await isBlinded(id)).toBe(true);
  });
});
