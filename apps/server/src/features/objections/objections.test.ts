import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { findLink, readInquiry, suspendByEmail } from '../../testing/factories/inquiries.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ rates: { links: 40 } });
});
beforeEach(async () => {
  admin = await t.signIn('ADMIN');
  manager = await t.signIn('MANAGER');
  author = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const remove = (what: string, as = manager, reason = '광고') =>
  t.call('DELETE', `/api/${what}?reason=${encodeURIComponent(reason)}`, { as });
const restore = (type: string, id: number) =>
  t.call('POST', `/api/admin/removed/${type}/${id}/restore`, {
    as: manager,
    body: { reason: '실수였습니다' },
  });
const handled = async (as = author) =>
  (await t.call('GET', '/api/member/my-handled', { as })).json.items;
const detail = (type: string, id: number, as = author) =>
  t.call('GET', `/api/member/my-handled/${type}/${id}`, { as });
const object = (type: string, id: number, as = author, content = '광고가 아닙니다.') =>
  t.call('POST', `/api/member/my-handled/${type}/${id}/objection`, { as, body: { content } });
const notices = async (as = author) => {
  await t.services.notifications.sendNotifications();
  return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
};

describe('GET /member/my-handled', () => {
  it('shows the author of a removed post its text, the reason and the role of the staff, but no name [MOD-34]', async () => {
    const id = await createPost(t, author, {
      title: '팝니다',
      content: '<p>싸게 <b>팔아요</b></p>',
    });
    await remove(`post/${id}`);
    const [item] = await handled();
    expect(item).toMatchObject({
      type: 'POST',
      id,
      title: '팝니다',
      excerpt: '싸게 팔아요',
      action: 'REMOVED',
      reason: '광고',
      office: 'MANAGER',
      objectionId: null,
    });
    const seconds = (Date.parse(item.purgedAt) - Date.parse(item.actedAt)) / 1000;
    expect(seconds).toBe(30 * DAY);
    const { text, json } = await detail('POST', id);
    expect(json.content).toBe('<p>싸게 <strong>팔아요</strong></p>');
    expect(text).not.toContain(manager.nickname);
    expect((await notices())[0]).toMatchObject({
      subType: 'content-handled',
      content: "'팝니다' 글이 삭제되었습니다. 사유를 확인하고 이의를 제기할 수 있습니다.",
      targetUrl: `/mypage/handled/post/${id}`,
    });
  });

  it('covers comments, lecture posts, their comments and market items alike [MOD-34]', async () => {
    const professor = await t.signIn('PROFESSOR');
    const room = await createLectureRoom(t, { professorId: professor.id });
    const question = await createLecturePost(t, author, room);
    const postId = await createPost(t, manager);
    const item = await createPost(t, author, { boardType: 'MARKET', price: 5000 });
    const below = await writeComment(t, author, postId, { content: '내 말' });
    const inRoom = await writeComment(t, author, question, {}, 'lecture-room');
    await remove(`comment/${below.id}`);
    await remove(`post/${item}`, admin);
    await remove(`comment/${inRoom.id}`, professor);
    await remove(`post/${question}`, professor);
    const items = await handled();
    expect(items.map((one: Record<string, unknown>) => [one.type, one.id, one.office])).toEqual([
      ['POST', question, 'PROFESSOR'],
      ['COMMENT', inRoom.id, 'PROFESSOR'],
      ['POST', item, 'ADMIN'],
      ['COMMENT', below.id, 'MANAGER'],
    ]);
    expect((await detail('COMMENT', below.id)).json).toMatchObject({ content: '내 말', postId });
    expect((await notices()).length).toBe(4);
  });

  it('hides it from others, from staff too, and what the author removed [MOD-34]', async () => {
    const [id, own] = [await createPost(t, author), await createPost(t, author)];
    await remove(`post/${id}`);
    await remove(`post/${own}`, author);
    for (const as of [manager, admin, await t.signIn('STUDENT')]) {
      expect(await handled(as)).toEqual([]);
      expect((await detail('POST', id, as)).status).toBe(404);
      expect((await object('POST', id, as)).status).toBe(404);
    }
    expect((await handled()).map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await detail('POST', own)).status).toBe(404);
    expect((await t.call('GET', '/api/member/my-handled')).status).toBe(401);
  });

  it('ends after 30 days and with a restore, of which the author is notified [MOD-35]', async () => {
    const [old, back] = [await createPost(t, author), await createPost(t, author)];
    const { id: comment } = await writeComment(t, author, await createPost(t, manager));
    await remove(`post/${old}`);
    await remove(`post/${back}`);
    await remove(`comment/${comment}`);
    expect((await restore('POST', back)).status).toBe(200);
    expect((await restore('COMMENT', comment)).status).toBe(200);
    expect((await handled()).map((one: { id: number }) => one.id)).toEqual([old]);
    const [first, second] = await notices();
    expect(first.content).toMatch(/글의 내 댓글이 다시 게시되었습니다\.$/);
    expect(second).toMatchObject({ targetUrl: `/main/community/free/post/${back}` });
    t.clock.advance(30 * DAY + 60);
    expect(await handled(await t.signInAs(author))).toEqual([]);
  });

  it('requires a reason for removing what others wrote [MOD-36]', async () => {
    const id = await createPost(t, author);
    const { id: commentId } = await writeComment(t, author, id);
    for (const what of [`comment/${commentId}`, `post/${id}`]) {
      const { status, json } = await remove(what, manager, ' \u200b ');
      expect([status, json.errors]).toEqual([
        400,
        [{ field: 'reason', message: '사유를 입력해 주세요.' }],
      ]);
      expect((await t.call('DELETE', `/api/${what}`, { as: manager })).status).toBe(400);
    }
    expect((await t.call('GET', `/api/post/${id}`, { as: author })).status).toBe(200);
    expect(await handled()).toEqual([]);
  });
});

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

it('covers removals from before the update, copied from the audit log [MOD-34]', async () => {
  const [id, own] = [await createPost(t, author), await createPost(t, author)];
  const { id: comment } = await writeComment(t, author, await createPost(t, manager));
  await remove(`post/${id}`);
  await restore('POST', id);
  await remove(`post/${id}`, admin, '다시 광고');
  await remove(`comment/${comment}`);
  await remove(`post/${own}`, author);
  // Times of the test clock are in the past; the migration compares with the clock of the database.
  await t.db.execute(sql`update posts set deleted_at = now() where deleted_at is not null`);
  await t.db.execute(sql`update comments set deleted_at = now() where deleted_at is not null`);
  await t.db.execute(sql`delete from staff_actions`);
  const names = await readdir(MIGRATIONS);
  const file = names.find((name) => name.endsWith('_department.sql')) ?? '';
  const text = await readFile(new URL(file, MIGRATIONS), 'utf8');
  await t.db.execute(text.slice(text.indexOf('INSERT INTO "staff_actions"')));
  expect(await handled()).toMatchObject([
    { id: comment, reason: '광고', office: 'MANAGER' },
    { id, reason: '다시 광고', office: 'ADMIN' },
  ]);
});

describe('POST /member/my-handled/:type/:id/objection', () => {
  it('becomes an inquiry from which ADMIN sees the action and restores [INQ-44]', async () => {
    const id = await createPost(t, author, { title: '팝니다' });
    await remove(`post/${id}`);
    expect((await object('POST', id, author, ' ')).status).toBe(400);
    const { status, json } = await object('POST', id);
    expect(status).toBe(201);
    expect((await handled())[0].objectionId).toBe(json.inquiryId);
    const seen = (await t.call('GET', `/api/inquiries/${json.inquiryId}`, { as: admin })).json;
    expect(seen).toMatchObject({
      title: '이의 제기: ‘팝니다’ 글',
      category: 'OBJECTION',
      userId: author.id,
      targetType: 'POST',
      targetId: id,
      objected: { action: 'REMOVED', reason: '광고', office: 'MANAGER' },
      asker: { username: author.username },
    });
    expect((await restore('POST', id)).status).toBe(200);
    expect((await object('POST', id)).status).toBe(404);
  });

  it('notifies ADMIN, an anonymous one and that of a suspended member too [INQ-95]', async () => {
    const bell = async () =>
      (await notices(admin)).filter(({ subType }: { subType: string }) => subType === 'work');
    const settle = () =>
      t.call('POST', '/api/notice/read-all', { as: admin, body: { noticeIds: [] } });
    for (const boardType of ['FREE', 'SECRET'] as const) {
      const id = await createPost(t, author, { boardType });
      await remove(`post/${id}`);
      await object('POST', id);
      expect(await bell()).toMatchObject([{ targetUrl: '/admin?menu=INQUIRY' }]);
      await settle();
    }
    const token = await suspendByEmail(t, admin, author, { until: '2026-12-24' });
    await t.call('POST', '/api/suspension/objection', {
      body: { token, content: '도배가 아닙니다.' },
    });
    expect(await bell()).toHaveLength(1);
    expect((await notices(manager)).map(({ subType }: { subType: string }) => subType)).toEqual([]);
  });

  it('is accepted once for each action, and again after a new removal [INQ-44]', async () => {
    const id = await createPost(t, author);
    await remove(`post/${id}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => object('POST', id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect((await object('POST', id)).json.error).toBe('OBJECTION_EXISTS');
    await restore('POST', id);
    await remove(`post/${id}`, manager, '또 광고');
    expect((await object('POST', id)).status).toBe(201);
  });

  it('does not count as an open inquiry, and the form of inquiries offers no objection [INQ-09]', async () => {
    const id = await createPost(t, author);
    await remove(`post/${id}`);
    await object('POST', id);
    const ask = (category: string) =>
      t.call('POST', '/api/inquiry', {
        as: author,
        body: { title: '물음', content: '?', category },
      });
    for (let round = 0; round < 5; round += 1) expect((await ask('GENERAL')).status).toBe(201);
    expect((await ask('OBJECTION')).status).toBe(400);
  });
});

describe('objection about anonymous content', () => {
  async function objectSecretly() {
    const id = await createPost(t, author, { boardType: 'SECRET', title: '속마음' });
    await remove(`post/${id}`);
    const { json } = await object('POST', id);
    return { id, inquiryId: json.inquiryId as number };
  }

  it('names the author to nobody, in no response and in no stored row [INQ-45, ANON-27]', async () => {
    const { inquiryId } = await objectSecretly();
    const seen = await t.call('GET', `/api/inquiries/${inquiryId}`, { as: admin });
    expect(seen.json).toMatchObject({ userId: null, userName: '익명', asker: null });
    const list = await t.call('GET', '/api/inquiries?size=50', { as: admin });
    for (const { text } of [seen, list]) {
      expect(text).not.toContain(author.nickname);
      expect(text).not.toContain(author.username);
    }
    const row = await readInquiry(t, inquiryId);
    expect(row).toMatchObject({ memberId: null, authorSeal: t.seal.seal(author.id) });
    expect(row.createdAt.getTime() % 60_000).toBe(0);
    const audit = (await t.call('GET', '/api/admin/audit?size=50', { as: admin })).text;
    expect(audit).not.toContain(author.nickname);
  });

  it('is listed for its author, who is notified of the answer without an e-mail [INQ-45]', async () => {
    const { inquiryId } = await objectSecretly();
    const mine = await t.call('GET', '/api/inquiries/my', { as: author });
    expect(mine.json.inquiryDtoList[0].id).toBe(inquiryId);
    const mailed = (await t.mails()).length;
    for (const [verb, body] of [
      ['complete', { answer: '되돌렸습니다.' }],
      ['follow-up', { content: '덧붙입니다.' }],
    ] as const) {
      await t.call('POST', `/api/inquiry/${inquiryId}/${verb}`, { as: admin, body });
    }
    expect((await t.mails()).length).toBe(mailed);
    const own = await t.call('GET', `/api/inquiries/${inquiryId}`, { as: author });
    expect(own.json).toMatchObject({ reply: '되돌렸습니다.', asker: null });
    const stranger = await t.signIn('STUDENT');
    const other = await t.call('GET', `/api/inquiries/${inquiryId}`, { as: stranger });
    expect(other.status).toBe(404);
    expect((await notices()).map(({ subType }: { subType: string }) => subType)).toEqual([
      'inquiry-follow-up',
      'inquiry-completed',
      'content-handled',
    ]);
  });

  it('leaves no open text about the content in the notifications of its author [ANON-27]', async () => {
    const { id } = await objectSecretly();
    await notices();
    const { rows } = await t.db.execute(
      sql`select content, target_url, xmin::text from notifications where member_id = ${author.id}`,
    );
    expect(rows).toEqual([expect.objectContaining({ content: '', target_url: null })]);
    const { rows: removed } = await t.db.execute(
      sql`select xmin::text from staff_actions where target_id = ${id}`,
    );
    expect(rows[0]?.xmin).not.toBe(removed[0]?.xmin);
  });
});

describe('objection to a suspension by the link of the e-mail', () => {
  const read = (token: string) => t.call('POST', '/api/suspension/read', { body: { token } });
  const send = (token: string, content = '도배하지 않았습니다.') =>
    t.call('POST', '/api/suspension/objection', { body: { token, content } });
  const suspend = (until = '2030-06-30', reason = '도배') =>
    suspendByEmail(t, admin, author, { until, reason });

  beforeEach(() => t.clock.set(new Date('2030-05-10T03:00:00.000Z')));

  it('shows the reason and takes one objection without a login [MOD-37]', async () => {
    const token = await suspend();
    const { status, json, cookies } = await read(token);
    expect(status).toBe(200);
    expect(json).toEqual({
      reason: '도배',
      until: '2030-06-30T23:59:59+09:00',
      linkUntil: '2030-06-09T12:00:00+09:00',
      objectedAt: null,
    });
    expect(cookies).toEqual([]);
    expect((await send(token, '  ')).status).toBe(400);
    expect((await send(token)).status).toBe(201);
    expect((await send(token)).json.error).toBe('OBJECTION_EXISTS');
    expect((await read(token)).json.objectedAt).toBe('2030-05-10T12:00:00+09:00');
    const page = await t.call('GET', '/api/inquiries?category=OBJECTION', {
      as: await t.signInAs(admin),
    });
    expect(page.json.inquiryDtoList[0]).toMatchObject({
      title: '이용 정지에 대한 이의 제기',
      userId: author.id,
      targetType: 'MEMBER',
      targetId: author.id,
    });
  });

  it('is answered by an e-mail with the whole answer, for lack of a login [MOD-37]', async () => {
    const token = await suspend();
    await send(token);
    const as = await t.signInAs(admin);
    const { json } = await t.call('GET', '/api/inquiries?category=OBJECTION', { as });
    const [{ id }] = json.inquiryDtoList;
    const body = { answer: '확인했습니다.\n내일 해제합니다.' };
    expect((await t.call('POST', `/api/inquiry/${id}/complete`, { as, body })).status).toBe(200);
    const email = (await t.mails()).find(({ to }) => to === author.email);
    expect(email?.text).toContain('확인했습니다.\n내일 해제합니다.');
  });

  it('opens nothing but this suspension, until it or the link ends [MOD-37]', async () => {
    const first = await suspend();
    expect((await read(first)).status).toBe(200);
    const again = await suspend('2030-07-30', '다시 도배');
    const refused = async (token: string) => {
      const answers = [await read(token), await send(token)];
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
      expect(answers[0]?.json.error).toBe('OBJECTION_LINK_INVALID');
    };
    await refused(first);
    expect((await read(again)).json.reason).toBe('다시 도배');
    const [body = '', expiry = ''] = again.split('.');
    await refused(`${body}.${Number(expiry) + 60}`);
    await refused('A'.repeat(60));
    const authorization = `Bearer ${again}`;
    const me = await t.call('GET', '/api/member/me', { headers: { authorization } });
    expect(me.status).toBe(401);
    t.clock.advance(30 * DAY + 1);
    await refused(again);
  });

  it('ends when the suspension is lifted [MOD-37]', async () => {
    const token = await suspend();
    const as = await t.signInAs(admin);
    await t.call('POST', `/api/admin/members/${author.id}/lift`, { as });
    expect(await findLink(t, author)).toBe('');
    const { status, json } = await read(token);
    expect([status, json.message]).toEqual([
      403,
      '이용 정지가 끝났거나 바뀌었습니다. 로그인해 보거나 가장 최근의 이메일을 확인해 주세요.',
    ]);
  });

  it('has limited uses, which others behind the same address cannot spend [MOD-37]', async () => {
    const token = await suspend();
    for (let round = 0; round < 41; round += 1) await read('A'.repeat(60));
    expect((await read('A'.repeat(60))).status).toBe(429);
    expect((await read(token)).status).toBe(200);
  });
});
