import type { WorkItem } from '@naru/contract/work';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteFailure, noteSuccess, noteTry } from '../../domain/backups/backup-state.repo.ts';
import { openEvent } from '../../domain/live/live-events.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createReveal } from '../../testing/factories/inquiries.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** 07:40 in Seoul; every test is a week later, because e-mails are listed by their time. */
const START = new Date('2026-11-20T22:40:00Z');

let weeks = 0;
let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
});
beforeEach(async () => {
  t.clock.set(new Date(START.getTime() + weeks * 7 * DAY * 1000));
  weeks += 1;
  for (const table of [
    'email_queue',
    'notifications',
    'work_emails',
    'reveal_requests',
    'inquiries',
    'backup_state',
  ]) {
    await t.db.execute(`delete from ${table}`);
  }
});
afterAll(() => t.close());

/** A second after what happened before, as another member each time. */
const ask = async (category: string, more: object = {}) => {
  t.clock.advance(1);
  member = await t.signIn('STUDENT');
  return t.call('POST', '/api/inquiry', {
    as: member,
    body: { title: '제목입니다', content: '내용입니다', category, ...more },
  });
};
/** An inquiry, a role request, and reports of a member and of a post. */
const askAll = async () => {
  const { json } = await ask('GENERAL');
  await ask('ROLE_REQUEST', { targetRole: 'PROFESSOR' });
  await ask('REPORT', { targetType: 'MEMBER', targetId: manager.id });
  const postId = await createPost(t, manager, { boardType: 'SECRET', title: '비밀 제목' });
  await ask('REPORT', { targetType: 'POST', targetId: postId });
  return { inquiryId: json.inquiry.id, postId };
};
const work = async (as: SignedIn): Promise<WorkItem[]> =>
  (await t.call('GET', '/api/admin/work', { as: await t.signInAs(as) })).json.items;
const counts = async (as: SignedIn) =>
  Object.fromEntries((await work(as)).map(({ kind, count }) => [kind, count]));
const bells = async (as: SignedIn): Promise<{ content: string; targetUrl: string }[]> =>
  (await t.call('GET', '/api/member/my-notices', { as: await t.signInAs(as) })).json.notices;
const choose = async (as: SignedIn, emails: string) =>
  t.call('PUT', '/api/member/work-emails', { as: await t.signInAs(as), body: { emails } });
const send = async () => (await t.services.jobs.work.run()).emails;

describe('work of the staff', () => {
  it('is counted for those who may do it, and falls at once when it is done [ADMIN-33]', async () => {
    expect(await counts(manager)).toEqual({ REPORTS: 0, PETITIONS: 0, BOOKINGS: 0 });
    expect(await counts(admin)).toEqual({
      REPORTS: 0,
      INQUIRIES: 0,
      ROLE_REQUESTS: 0,
      SIGN_UPS: 0,
      PETITIONS: 0,
      BOOKINGS: 0,
      REVEALS: 0,
      EMAILS: 0,
      REFUSED_EMAILS: 0,
      BACKUP: 1,
      ENGINES: 0,
    });
    await t.services.live.place(admin.id);
    const { inquiryId, postId } = await askAll();
    // A second report of the same post is the same work [INQ-145].
    await ask('REPORT', { targetType: 'POST', targetId: postId });
    await createReveal(t, manager, postId);
    expect(await counts(admin)).toMatchObject({
      REPORTS: 2,
      INQUIRIES: 1,
      ROLE_REQUESTS: 1,
      SIGN_UPS: 0,
      REVEALS: 1,
    });
    expect(await counts(manager)).toEqual({ REPORTS: 1, PETITIONS: 0, BOOKINGS: 0 });
    await t.db.execute('delete from events');
    const done = { as: await t.signInAs(admin), body: { answer: '답변' } };
    await t.call('POST', `/api/inquiry/${inquiryId}/complete`, done);
    expect((await counts(admin)).INQUIRIES).toBe(0);
    const events = (await readEvents(t, admin)).map((row) => openEvent(t.seal, row.payload));
    expect(events).toContainEqual({ type: 'work' });
  });

  it('names the only inquiry of its kind, and none of several [ADMIN-134]', async () => {
    const onlyIds = async (as: SignedIn) =>
      (await work(as)).flatMap(({ kind, onlyId }) => (onlyId ? [[kind, onlyId]] : []));
    expect(await onlyIds(admin)).toEqual([]);
    const role = (await ask('ROLE_REQUEST', { targetRole: 'STUDENT' })).json.inquiry.id;
    const postId = await createPost(t, manager);
    const report = { targetType: 'POST', targetId: postId };
    const reported = (await ask('REPORT', report)).json.inquiry.id;
    // Of one target: still one piece of work.
    await ask('REPORT', report);
    for (const _ of [1, 2]) await ask('GENERAL');
    expect(await onlyIds(manager)).toEqual([['REPORTS', reported]]);
    expect(await onlyIds(admin)).toEqual([
      ['REPORTS', reported],
      ['ROLE_REQUESTS', role],
    ]);
  });

  it('rings once for several of a kind, without names and content [NOTIF-30]', async () => {
    await askAll();
    const inquiries = (await bells(admin)).filter(({ content }) => content.includes('문의'));
    expect(inquiries).toMatchObject([
      {
        content: '새 문의 1건이 처리를 기다리고 있습니다.',
        targetUrl: '/admin?menu=INQUIRY',
      },
    ]);
    expect((await bells(manager)).map(({ content }) => content)).toEqual([
      '새 신고 1건이 처리를 기다리고 있습니다.',
    ]);
    expect((await bells(admin)).map(({ content }) => content)).toContain(
      '새 신고 등 2건이 처리를 기다리고 있습니다.',
    );
    const text = JSON.stringify([...(await bells(admin)), ...(await bells(manager))]);
    for (const word of [member.nickname, '제목입니다', '비밀 제목']) {
      expect(text).not.toContain(word);
    }
  });

  it('is sent once a day by e-mail unless they chose otherwise [NOTIF-31]', async () => {
    await askAll();
    expect(await send()).toBe(2);
    expect(await send()).toBe(0);
    await ask('REPORT', { targetType: 'POST', targetId: await createPost(t, manager) });
    expect(await send()).toBe(0);
    t.clock.advance(HOUR);
    expect(await send()).toBe(2);
    const [first, second] = await t.mails();
    for (const email of [first, second]) {
      expect(email?.subject).toContain('처리를 기다리는 일이 있습니다');
      expect(email?.text).toContain('/admin');
      expect(email?.text).not.toMatch(new RegExp(`${member.nickname}|제목입니다|비밀 제목`));
    }
    const texts = [first?.text, second?.text].join();
    expect(texts).toContain('- 신고 2건');
    expect(texts).toContain('- 신고 3건');
    t.clock.advance(DAY);
    expect(await send()).toBe(0);
  });

  it('is sent soon, and several together, to those who want it at once [NOTIF-31]', async () => {
    await choose(admin, 'NOW');
    await choose(manager, 'OFF');
    const before = (await t.mails()).length;
    for (const _ of [1, 2]) await ask('GENERAL');
    expect(await send()).toBe(1);
    const mails = await t.mails();
    expect(mails.length).toBe(before + 1);
    expect(mails[0]?.to).toBe(admin.email);
    t.clock.advance(60);
    expect(await send()).toBe(0);
    const stored = await t.call('GET', '/api/member/work-emails', { as: await t.signInAs(admin) });
    expect(stored.json).toEqual({ emails: 'NOW' });
    expect((await choose(admin, 'HOURLY')).status).toBe(400);
  });

  it('is sent although it was stored with an earlier time than the last e-mail, and once [NOTIF-73]', async () => {
    await choose(admin, 'NOW');
    await choose(manager, 'OFF');
    await ask('GENERAL');
    await send();
    const { json } = await ask('GENERAL');
    await t.db.execute(
      `update inquiries set created_at = '2026-11-20T00:00:00Z' where id = ${json.inquiry.id}`,
    );
    expect(await send()).toBe(1);
    t.clock.advance(60);
    expect(await send()).toBe(0);
  });

  it('is sent to the others although the e-mail of one fails, and to that one later [NOTIF-74]', async () => {
    for (const one of [admin, manager]) await choose(one, 'NOW');
    await send();
    await ask('REPORT', { targetType: 'POST', targetId: await createPost(t, manager) });
    const before = (await t.mails()).length;
    vi.spyOn(t.services.emailQueue, 'enqueue').mockRejectedValueOnce(new Error('killed'));
    await expect(send()).rejects.toThrow('killed');
    const tos = async () => (await t.mails()).slice(0, -before).map(({ to }) => to);
    expect(await tos()).toEqual([manager.email]);
    expect(await send()).toBe(1);
    expect((await tos()).toSorted()).toEqual([admin.email, manager.email].toSorted());
  });

  it('includes the age of the last backup and why the last try failed [ADMIN-34]', async () => {
    const kindOf = async (kind: string) => (await work(admin)).find((one) => one.kind === kind);
    expect(await kindOf('BACKUP')).toEqual({ kind: 'BACKUP', count: 1, since: null });
    const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * DAY * 1000);
    await noteSuccess(t.db, daysAgo(2));
    expect(await kindOf('BACKUP')).toMatchObject({ count: 0, since: expect.any(String) });
    await noteSuccess(t.db, daysAgo(8));
    expect(await kindOf('BACKUP')).toMatchObject({ count: 1, since: expect.any(String) });
    await noteSuccess(t.db, daysAgo(2));
    await noteTry(t.db, t.clock.now(), 'naru-1');
    await noteFailure(t.db, t.clock.now(), 'DISK_FULL');
    expect(await kindOf('BACKUP')).toEqual({
      kind: 'BACKUP',
      count: 1,
      since: expect.any(String),
      failure: { at: expect.any(String), reason: 'DISK_FULL', server: 'naru-1' },
    });
  });
});

describe('the first steps of an installation', () => {
  const steps = async (as: SignedIn) =>
    (await t.call('GET', '/api/admin/work', { as: await t.signInAs(as) })).json.firstSteps;
  const doneOf = async () =>
    Object.fromEntries(
      (await steps(admin)).map(({ step, done }: { step: string; done: boolean }) => [step, done]),
    );
  const putAway = async (as: SignedIn) =>
    (await t.call('POST', '/api/admin/work/first-steps/put-away', { as: await t.signInAs(as) }))
      .status;

  it('are those that data shows undone, until an ADMIN puts them away [ADMIN-90]', async () => {
    expect(await steps(manager)).toBeNull();
    expect(await putAway(manager)).toBe(403);
    await t.db.execute('delete from posts');
    const undone = { NAMES: false, LOOK: false, TERMS: false, NOTICE: false, BACKUP: false };
    expect(await doneOf()).toMatchObject({ ...undone, EMAIL: false, MEMBERS: true });
    await createPost(t, manager, { boardType: 'NOTICE', title: '첫 공지' });
    await t.call('PUT', '/api/admin/identity', {
      as: await t.signInAs(admin),
      body: {
        siteName: '누리터',
        shortName: '',
        universityName: '',
        departmentName: '물리학과',
        officeName: '학과사무실',
        color: '#7a1f3d',
        logoUrl: '',
      },
    });
    expect(await doneOf()).toMatchObject({ NAMES: true, LOOK: true, NOTICE: true, TERMS: false });
    expect(await putAway(admin)).toBe(200);
    expect(await steps(admin)).toBeNull();
  });
});
