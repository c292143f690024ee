import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { blind } from '../../domain/posts/blinds.repo.ts';
import { kstDay } from '../../platform/clock.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createNotification, readNotifications } from '../../testing/factories/notifications.ts';
import {
  createOwedPetition,
  createPetition,
  signPetition,
} from '../../testing/factories/petitions.ts';
import { readPostAudit } from '../../testing/factories/posts.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import type { SignedIn } from '../../testing/test-app.ts';
import { prove } from '../account/account.fixture.ts';
import { petitionOf, setUpPetitions, sign, stored } from './petitions.fixture.ts';

const DAY = 24 * 60 * 60;
const daysBetween = (from: Date, day: string) =>
  Math.round((Date.parse(day) - Date.parse(kstDay(from))) / (DAY * 1000));

const { t, renew, author, signer, manager, council, visitor } = setUpPetitions({
  council: 'STUDENT_COUNCIL',
  visitor: 'USER',
});

const BODY = {
  title: '사물함을 늘려 주세요',
  content: '<p>자리가 모자랍니다.</p>',
  addressee: 'OFFICE',
  isConfirmed: true,
};
const begin = (body: object = {}, as = author) =>
  t.call('POST', '/api/petitions', { as, body: { ...BODY, ...body } });
const act = (id: number, what: string, as: SignedIn, body?: object) =>
  t.call('POST', `/api/petitions/${id}/${what}`, { as, ...(body && { body }) });
const answer = (id: number, content: string, amends: string | null = null, as = manager) =>
  act(id, 'answer', as, { content, amends });
const titlesOf = async (tab: string) =>
  (await t.call('GET', `/api/petitions?tab=${tab}`, { as: visitor })).json.petitions.map(
    ({ title }: { title: string }) => title,
  );
/** Passes days, after which everybody logs in again. */
const pass = (days: number) => {
  t.clock.advance(days * DAY);
  return renew();
};
const settle = () => t.services.events.drain();
const bellOf = async (member: { id: number }) => {
  await settle();
  return readNotifications(t, member);
};
/** Passes the hours over which those who signed are notified. */
async function passHours(hours: number): Promise<void> {
  t.clock.advance(hours * 60 * 60);
  await t.services.notifications.sendNotifications();
}
const noticesOf = async (member: SignedIn) => {
  await settle();
  return (await t.call('GET', '/api/member/my-notices?all=true', { as: member })).json.notices.map(
    ({ content }: { content: string }) => content,
  );
};

describe('a petition', () => {
  it.each([
    [{ addressee: 'DEAN' }, '답변을 받을 곳을 골라 주세요.'],
    [{ addressee: 'FACULTY' }, '지금은 여기에 청원할 수 없습니다. 다른 곳을 골라 주세요.'],
    [{ isConfirmed: false }, '청원 규칙을 확인하고 동의해 주세요.'],
    [{ title: ' ' }, undefined],
  ])('refuses %j [PETI-01]', async (body, message) => {
    const { status, json } = await begin(body);
    expect(status).toBe(400);
    if (message !== undefined) expect(json.errors[0].message).toBe(message);
    expect(await t.db.$count(sql`petitions`)).toBe(0);
  });

  it('is for members who may write, and has the rules of its beginning [PETI-01]', async () => {
    expect((await begin({}, visitor)).json.error).toBe('WRITE_DENIED');
    const { json } = await begin();
    expect(await petitionOf(t, signer, json.id)).toMatchObject({
      ...{ state: 'COLLECTING', threshold: 30, signatureCount: 0, isSigned: false, canSign: true },
      history: [{ state: 'COLLECTING' }],
    });
    const admin = await t.signIn('ADMIN');
    const rules = {
      threshold: 5,
      collectDays: 7,
      answerDays: 3,
      addressees: ['OFFICE', 'FACULTY'],
    };
    const saved = await t.call('PUT', '/api/admin/settings', {
      as: admin,
      body: { petitions: rules },
    });
    expect(saved.status).toBe(200);
    expect((await petitionOf(t, signer, json.id)).threshold).toBe(30);
    const { id } = (await begin({ title: '다른 청원', addressee: 'FACULTY' })).json;
    expect((await petitionOf(t, signer, id)).threshold).toBe(5);
    const low = { ...rules, threshold: 1 };
    const body = { petitions: low };
    expect((await t.call('PUT', '/api/admin/settings', { as: admin, body })).status).toBe(400);
    await t.db.execute(sql`delete from settings where key = 'petitions'`);
  });

  it('begins by its own call only, and neither changes nor is deleted [PETI-02]', async () => {
    const post = { boardType: 'PETITION', title: '글', content: '<p>글</p>' };
    const { json } = await t.call('POST', '/api/post/post-up', { as: author, body: post });
    expect(json.error).toBe('BOARD_NOT_WRITABLE');
    const id = await createPetition(t, author);
    const url = `/api/post/post-up/${id}`;
    expect((await t.call('PUT', url, { as: author, body: post })).json.error).toBe(
      'PETITION_FIXED',
    );
    expect((await t.call('DELETE', `/api/post/${id}`, { as: author })).json.error).toBe(
      'PETITION_FIXED',
    );
    const removal = await t.call('DELETE', `/api/post/${id}?reason=spam`, { as: manager });
    expect(removal.status).toBe(200);
    expect((await sign(t, signer, id)).json.error).toBe('POST_NOT_FOUND');
    expect(await titlesOf('all')).toEqual([]);
  });

  it('takes one signature of each, which can be taken back [PETI-03]', async () => {
    const id = await createPetition(t, author);
    expect((await sign(t, visitor, id)).status).toBe(403);
    await sign(t, signer, id);
    const again = await sign(t, signer, id);
    expect(again.json.petition).toMatchObject({ signatureCount: 1, isSigned: true });
    expect((await petitionOf(t, author, id)).isSigned).toBe(false);
    await expect(
      t.db.execute(sql`insert into petition_signatures select * from petition_signatures`),
    ).rejects.toThrow();
    expect((await sign(t, signer, id, false)).json.petition.signatureCount).toBe(0);
    await sign(t, signer, id, false);
    expect(await stored(t, id)).toEqual({ count: 0, rows: 0, reached: false, ended: null });
  });

  it('says who signed to nobody, in no column and under no name [PETI-04]', async () => {
    const [first, second] = [await createPetition(t, author), await createPetition(t, author)];
    for (const id of [first, second]) await sign(t, signer, id);
    const { rows } = await t.db.execute<Record<string, unknown>>(
      'select * from petition_signatures',
    );
    expect(rows.map((row) => Object.keys(row))).toEqual([
      ['post_id', 'signer'],
      ['post_id', 'signer'],
    ]);
    const seals = rows.map(({ signer: one }) => Buffer.from(one as Buffer).toString('hex'));
    expect(new Set(seals).size).toBe(2);
    const admin = await t.signIn('ADMIN');
    for (const url of [`/api/petitions/${first}`, '/api/admin/audit', `/api/post/${first}`]) {
      const { text } = await t.call('GET', url, { as: admin });
      expect(text).not.toContain(signer.nickname);
    }
  });
});

describe('signatures at once', () => {
  let made = 0;
  async function voters(count: number) {
    made += 1;
    const { rows } = await t.db.execute<{ id: string }>(sql`
      insert into members (username, email, nickname, name, password_hash)
      select 'v' || ${made}::int || n, 'v' || ${made}::int || n || '@example.org', '표' || ${made}::int || n, '', ''
      from generate_series(1000, ${999 + count}) n returning id`);
    return rows.map(({ id }) => ({ id: Number(id), roles: signer.roles }));
  }
  const cast = (id: number, member: { id: number; roles: SignedIn['roles'] }, isSigned: boolean) =>
    t.services.petitions.sign(
      { memberId: member.id, sessionId: '', roles: member.roles },
      id,
      isSigned,
    );

  it('of 300 members, each twice, are counted once each [PETI-05]', async () => {
    const id = await createPetition(t, author, { threshold: 1000 });
    const members = await voters(300);
    await Promise.all([...members, ...members].map((member) => signPetition(t, member, id)));
    expect(await stored(t, id)).toEqual({ count: 300, rows: 300, reached: false, ended: null });
  });

  it('that come and go leave the number of those that are there [PETI-05]', async () => {
    const id = await createPetition(t, author, { threshold: 1000 });
    const members = await voters(40);
    await Promise.all(
      members.flatMap((member) => [true, false, true, false].map((one) => cast(id, member, one))),
    );
    const { count, rows } = await stored(t, id);
    expect(count).toBe(rows);
  });

  it('reach the threshold once, with one notification of each kind [PETI-06]', async () => {
    const id = await createPetition(t, author, { threshold: 20 });
    const results = await Promise.allSettled(
      (await voters(60)).map((member) => signPetition(t, member, id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await stored(t, id)).toEqual({ count: 20, rows: 20, reached: true, ended: null });
    for (const member of [author, manager]) {
      expect(await bellOf(member)).toHaveLength(1);
    }
    expect(await bellOf(council)).toHaveLength(0);
  });

  it('write no notification while they hold the petition [PETI-06]', async () => {
    const id = await createPetition(t, author, { threshold: 2 });
    await sign(t, signer, id);
    await t.db.execute('delete from notifications');
    await createNotification(t, manager, { groupKey: `owed ${id}` });
    await t.db.transaction(async (tx) => {
      // Somebody writes a notification of the body at the same time.
      await tx.execute(sql`select from notifications where member_id = ${manager.id} for update`);
      expect((await sign(t, council, id)).status).toBe(200);
    });
    expect(await stored(t, id)).toMatchObject({ reached: true });
  });
});

describe('signatures of an account that is erased', () => {
  it('leave what still collects, and stay where the threshold was reached [PETI-13]', async () => {
    const leaver = await t.signIn('STUDENT');
    const open = await createPetition(t, author);
    await sign(t, signer, open);
    await sign(t, leaver, open);
    const reached = await createOwedPetition(t, { author, signer: leaver });
    await prove(t, leaver);
    expect((await t.call('DELETE', '/api/member/me', { as: leaver })).status).toBe(200);
    expect(await stored(t, open)).toEqual({ count: 1, rows: 1, reached: false, ended: null });
    expect(await stored(t, reached)).toEqual({ count: 1, rows: 1, reached: true, ended: null });
  });

  it('never come after it [PETI-13]', async () => {
    const leaver = await t.signIn('STUDENT');
    const id = await createPetition(t, author);
    await prove(t, leaver);
    const [removal, signing] = await t.db.transaction(async (tx) => {
      // The erasure waits when it has taken back what was signed.
      await tx.execute(sql`lock table events in access exclusive mode`);
      const erasing = t.call('DELETE', '/api/member/me', { as: leaver });
      await expect.poll(() => countWaiting(t)).toBe(1);
      const late = signPetition(t, leaver, id).catch(({ code }) => code);
      await expect.poll(() => countWaiting(t)).toBe(2);
      return [erasing, late];
    });
    expect((await removal)?.status).toBe(200);
    expect(await signing).toBe('TOKEN_INVALID');
    expect(await stored(t, id)).toEqual({ count: 0, rows: 0, reached: false, ended: null });
  });
});

describe('the answer of a petition', () => {
  it('is owed from the threshold on, by a day that stays [PETI-06, PETI-07]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    const owed = await petitionOf(t, signer, id);
    expect(owed).toMatchObject({ state: 'WAITING', canSign: false, canAnswer: false });
    expect((await sign(t, signer, id, false)).json.error).toBe('PETITION_ENDED');
    await pass(15);
    const late = await petitionOf(t, signer, id);
    expect([late.state, late.owedOn]).toEqual(['OVERDUE', owed.owedOn]);
    expect(await titlesOf('waiting')).toHaveLength(1);
    expect(late.history.map(({ state }) => state)).toEqual(['COLLECTING', 'WAITING', 'OVERDUE']);
    await answer(id, '늦었지만 답합니다.');
    expect((await petitionOf(t, signer, id)).history.map(({ state }) => state)).toEqual([
      'COLLECTING',
      'WAITING',
      'OVERDUE',
      'ANSWERED',
    ]);
  });

  it('comes from the body alone, once it is owed [PETI-08]', async () => {
    const open = await createPetition(t, author);
    expect((await answer(open, '답')).json.error).toBe('PETITION_NOT_OWED');
    const id = await createOwedPetition(t, { author, signer }, { addressee: 'COUNCIL' });
    for (const as of [manager, await t.signIn('PROFESSOR'), await t.signIn('SYSTEM')]) {
      expect((await answer(id, '답', null, as)).json.error).toBe('PERMISSION_DENIED');
    }
    expect((await answer(id, ' ', null, council)).status).toBe(400);
    expect((await answer(id, '학생회가 답합니다.', null, council)).status).toBe(200);
    expect(await titlesOf('answered')).toHaveLength(1);
    const [entry] = await readPostAudit(t, id);
    expect([entry?.action, entry?.actorId]).toEqual(['petition.answer', council.id]);
  });

  it('is amended with its history, and never by two at once [PETI-08]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    const both = await Promise.all([answer(id, '첫째'), answer(id, '둘째')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first] = (await petitionOf(t, signer, id)).answers;
    const amended = await answer(id, '고친 답변', first?.version ?? '');
    const texts = amended.json.petition.answers.map(({ content }: { content: string }) => content);
    expect(texts).toEqual(['고친 답변', first?.content]);
    expect((await answer(id, '또', first?.version ?? '')).json.error).toBe('EDIT_CONFLICT');
  });

  it('reaches the author by name and those who signed sealed, once each [PETI-09]', async () => {
    const id = await createPetition(t, author, { threshold: 2 });
    await sign(t, signer, id);
    await sign(t, author, id);
    await settle();
    await t.db.execute('delete from notifications');
    await answer(id, '답변입니다.');
    expect((await noticesOf(author))[0]).toContain('답변이 올라왔습니다.');
    expect(await bellOf(signer)).toEqual([]);
    await passHours(3);
    await passHours(3);
    const [sealed] = await bellOf(signer);
    expect(sealed).toMatchObject({ content: '', targetUrl: null, postId: null, cause: null });
    expect(sealed).toMatchObject({ type: 'other', subType: null });
    await renew();
    const { json } = await t.call('GET', '/api/member/my-notices', { as: signer });
    expect(json.notices).toMatchObject([
      { subType: 'petition', content: '서명한 청원에 답변이 올라왔습니다.' },
    ]);
    expect(json.notices[0].targetUrl).toContain(`/post/${id}`);
    const [first] = (await petitionOf(t, signer, id)).answers;
    await answer(id, '고칩니다.', first?.version ?? '');
    await passHours(3);
    expect(await t.db.$count(sql`notifications`)).toBe(2);
  });

  it('reaches those who signed in minutes that differ from that of the answer [PETI-09]', async () => {
    const signers = await Promise.all(Array.from({ length: 6 }, () => t.signIn('STUDENT')));
    const id = await createPetition(t, author, { threshold: 6 });
    for (const one of signers) await sign(t, one, id);
    await settle();
    const answeredAt = t.clock.now();
    await answer(id, '답변입니다.');
    await settle();
    const minutes = new Set<number>();
    for (let minute = 0; minute <= 180; minute += 1) {
      t.clock.set(new Date(answeredAt.getTime() + minute * 60_000));
      await t.services.notifications.sendNotifications();
    }
    for (const one of signers) {
      const [notice] = await bellOf(one);
      minutes.add(notice?.createdAt.getTime() ?? 0);
    }
    expect(minutes.size).toBeGreaterThan(1);
    expect(Math.min(...minutes)).toBeGreaterThan(answeredAt.getTime() - 1);
  });

  it('reaches an author who blocks who wrote it [PETI-09]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    await settle();
    await createBlock(t.db, author, manager);
    await answer(id, '답변입니다.');
    expect((await noticesOf(author))[0]).toContain('답변이 올라왔습니다.');
  });

  it('is asked for no more once it is there [PETI-06]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    expect((await noticesOf(manager))[0]).toContain('답변해 주세요.');
    await answer(id, '답변입니다.');
    expect(await noticesOf(manager)).toEqual([]);
  });
});

describe('a petition without an answer', () => {
  it('fails when its days are over, of which the author is notified once [PETI-10]', async () => {
    const id = await createPetition(t, author);
    await pass(28);
    expect(await t.services.petitions.notifyDue()).toBe(1);
    expect((await noticesOf(author))[0]).toContain('마감됩니다.');
    await pass(3);
    expect((await petitionOf(t, signer, id)).state).toBe('FAILED');
    expect((await sign(t, signer, id)).json.error).toBe('PETITION_ENDED');
    const sent = await Promise.all([1, 2].map(() => t.services.petitions.notifyDue()));
    expect(sent.toSorted()).toEqual([0, 1]);
    expect((await noticesOf(author))[0]).toContain('채우지 못하고');
    expect(await titlesOf('collecting')).toEqual([]);
  });

  it.each(Array.from({ length: 8 }, (_, sooner) => sooner))(
    'is overdue once, also when it is owed on a day %i before its end [PETI-10]',
    async (sooner) => {
      const id = await createPetition(t, author, { threshold: 1 });
      const { endsOn } = await petitionOf(t, signer, id);
      await t.db.execute(sql`update petitions set answer_days = 1 where post_id = ${id}`);
      // Reached a few days before the end, of which the author was notified.
      await pass(daysBetween(t.clock.now(), endsOn) - sooner);
      await t.services.petitions.notifyDue();
      await sign(t, signer, id);
      await settle();
      await t.db.execute('delete from notifications');
      await pass(2);
      expect(await t.services.petitions.notifyDue()).toBe(1);
      expect((await noticesOf(manager))[0]).toContain('답변 기한');
      await pass(1);
      expect(await t.services.petitions.notifyDue()).toBe(0);
    },
  );

  it('is not stopped by the failure of another one [PETI-10]', async () => {
    const [broken, id] = [await createPetition(t, author), await createPetition(t, author)];
    await pass(28);
    await t.db.execute(
      sql.raw(`alter table petitions add constraint broken
      check (post_id <> ${broken} or notified_on is null)`),
    );
    await expect(t.services.petitions.notifyDue()).rejects.toThrow();
    await t.db.execute('alter table petitions drop constraint broken');
    await settle();
    expect((await bellOf(author)).map(({ postId }) => postId)).toEqual([id]);
  });

  it('is not overdue for who answers while the deadlines are looked through [PETI-10]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    await settle();
    await pass(20);
    await t.db.execute('delete from notifications');
    const running = await t.db.transaction(async (tx) => {
      await tx.execute(sql`select from petitions where post_id = ${id} for update`);
      const run = t.services.petitions.notifyDue();
      await expect.poll(() => countWaiting(t)).toBe(1);
      await tx.execute(
        sql`update petitions set answered_at = ${t.clock.now()} where post_id = ${id}`,
      );
      return [run];
    });
    expect(await running[0]).toBe(0);
    expect(await bellOf(manager)).toEqual([]);
  });

  it('is withdrawn by its author with few signatures [PETI-11]', async () => {
    const id = await createPetition(t, author, { threshold: 3 });
    expect((await act(id, 'withdraw', signer)).json.error).toBe('PERMISSION_DENIED');
    await sign(t, signer, id);
    await sign(t, council, id);
    expect((await act(id, 'withdraw', author)).json.error).toBe('PETITION_HALF_SIGNED');
    await sign(t, council, id, false);
    const { json } = await act(id, 'withdraw', author);
    expect([json.petition.state, json.petition.signatureCount]).toEqual(['WITHDRAWN', 1]);
    expect((await act(id, 'withdraw', author)).json.error).toBe('PETITION_ENDED');
  });

  it('is closed by staff with a public reason [PETI-11]', async () => {
    const id = await createPetition(t, author);
    const reason = '이미 이루어졌습니다.';
    expect((await act(id, 'close', council, { reason })).status).toBe(403);
    expect((await act(id, 'close', manager, { reason: '' })).status).toBe(400);
    const { json } = await act(id, 'close', manager, { reason });
    expect(json.petition).toMatchObject({ state: 'CLOSED', closeReason: reason });
    expect((await act(id, 'close', manager, { reason })).json.error).toBe('PETITION_ENDED');
    expect((await answer(id, '답')).json.error).toBe('PETITION_NOT_OWED');
    expect((await noticesOf(author))[0]).toContain('닫았습니다.');
    expect(await readPostAudit(t, id)).toMatchObject([{ action: 'petition.close', reason }]);
  });

  it('that is owed an answer is closed and removed by ADMIN alone, and stays listed [PETI-11]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    const reason = '이미 이루어졌습니다.';
    const admin = await t.signIn('ADMIN');
    expect((await petitionOf(t, manager, id)).canClose).toBe(false);
    expect((await act(id, 'close', manager, { reason })).json.error).toBe('PERMISSION_DENIED');
    const remove = (as: SignedIn) => t.call('DELETE', `/api/post/${id}?reason=spam`, { as });
    expect((await remove(manager)).json.error).toBe('PERMISSION_DENIED');
    expect((await act(id, 'close', admin, { reason })).status).toBe(200);
    const { json } = await t.call('GET', '/api/petitions?tab=waiting', { as: visitor });
    expect(json.petitions).toMatchObject([{ id, state: 'CLOSED', closeReason: reason }]);
    expect((await remove(manager)).json.error).toBe('PERMISSION_DENIED');
    expect((await remove(admin)).status).toBe(200);
  });

  it('that is blinded stays listed and readable, and changes no more [PETI-02]', async () => {
    const id = await createOwedPetition(t, { author, signer });
    await t.db.transaction((tx) => blind(tx, { type: 'POST', id }, t.clock.now()));
    expect(await titlesOf('waiting')).toEqual([TEXTS.blindedPost]);
    const rights = { canSign: false, canWithdraw: false, canClose: false, canAnswer: false };
    expect(await petitionOf(t, manager, id)).toMatchObject({ state: 'WAITING', ...rights });
    expect((await answer(id, '답변')).json.error).toBe('CONTENT_BLINDED');
  });

  it('gives a signature back to who is no student any more [PETI-03]', async () => {
    const id = await createPetition(t, author);
    const left = await t.signIn('STUDENT');
    await sign(t, left, id);
    await t.db.execute(sql`delete from member_roles where member_id = ${left.id}`);
    const now = await t.signInAs(left);
    expect((await petitionOf(t, now, id)).canSign).toBe(true);
    expect((await sign(t, now, id, false)).json.petition).toMatchObject({
      ...{ signatureCount: 0, canSign: false },
    });
    expect((await sign(t, now, id)).json.error).toBe('PERMISSION_DENIED');
  });

  it('shows those who write one what is open already [PETI-12]', async () => {
    await createPetition(t, author, { title: '세미나실 개방 시간을 늘려 주세요' });
    const gone = await createPetition(t, author, { title: '세미나실 개방 시간 연장' });
    await act(gone, 'close', manager, { reason: '중복' });
    const url = `/api/petitions/similar?title=${encodeURIComponent('세미나실 개방 연장')}`;
    const { json } = await t.call('GET', url, { as: signer });
    expect(json.questions.map(({ title }: { title: string }) => title)).toEqual([
      '세미나실 개방 시간을 늘려 주세요',
    ]);
    expect((await t.call('GET', url, { as: visitor })).status).toBe(403);
  });
});
