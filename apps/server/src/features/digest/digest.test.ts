import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createNotification } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ asServer: true });
});
afterAll(() => t.close());

describe('digests', () => {
  const HOUR = 60 * 60;
  const DAY = 24 * HOUR;
  /** 08:10 in Seoul; every test is two months later, when everybody before has left. */
  const START = new Date('2027-01-01T23:10:00Z').getTime();
  let months = 0;
  /** Was there four days ago. */
  let away: SignedIn;
  let writer: SignedIn;
  beforeEach(async () => {
    t.clock.set(new Date(START + months * 60 * DAY * 1000));
    months += 1;
    t.clock.advance(-4 * DAY);
    away = await t.signIn('STUDENT');
    t.clock.advance(4 * DAY);
    writer = await t.signIn('STUDENT');
  });

  /** E-mails to the member are written as they leave. */
  const deliverMine = async () => {
    const { rows } = await t.db.execute<{ id: number }>(
      sql`select id from email_queue where recipient = ${away.email} order by id`,
    );
    for (const { id } of rows) await t.services.emailQueue.tasks.email({ id, attempt: 1 });
  };
  const send = async () => {
    const count = await t.services.digest.sendDue();
    await deliverMine();
    return count;
  };
  const choose = async (digest: string) =>
    t.services.digest.setDigest({ memberId: away.id, sessionId: '', roles: [] }, digest as 'OFF');
  const addNotification = (values: object = {}) =>
    createNotification(t, away, { type: 'comment', ...values });
  const mails = async () => {
    await deliverMine();
    const folder = join(t.dataDir, 'outbox');
    const names = (await readdir(folder).catch(() => [])).sort();
    const all = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
    return all
      .filter(({ to }) => to?.[0]?.address === away.email)
      .map(({ text = '', html = '', headers }) => ({
        text: text.replaceAll('\r\n', '\n'),
        html,
        url: headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '',
      }));
  };
  const popular = async (values: object = {}) => {
    const id = await createPost(t, writer, { title: '등대 산책 모임', ...values });
    await t.db.execute(sql`update posts set like_count = 7 where id = ${id}`);
    return id;
  };

  describe('the digest', () => {
    it('goes to no address that the mail server refuses, until an e-mail arrives there [MAIL-08]', async () => {
      const end = (state: string, isUnclear = false) =>
        t.db.execute(sql`insert into email_log (recipient, kind, state, is_unclear)
        values (${away.email}, 'ANSWER', ${state}, ${isUnclear})`);
      const { services } = t;
      const isRefused = () =>
        services.digest.isAddressRefused({ memberId: away.id, sessionId: '', roles: [] });
      await addNotification();
      await end('FAILED', true);
      expect(await isRefused()).toBe(false);
      await end('FAILED');
      expect([await send(), await isRefused()]).toEqual([0, true]);
      await end('SENT');
      expect([await send(), await isRefused()]).toEqual([1, false]);
      await end('FAILED');
      t.clock.advance(7 * DAY);
      await addNotification();
      await t.db.execute(sql`update members set email = 'new-' || email where id = ${away.id}`);
      expect([await send(), await isRefused()]).toEqual([1, false]);
    });

    it('goes to who is away for three days, when something is new, once a week [DIGEST-01]', async () => {
      expect(await send()).toBe(0);
      t.clock.advance(7 * DAY);
      await addNotification({ content: "'첫 글' 글에 새 댓글이 달렸습니다." });
      const postId = await popular();
      expect(await send()).toBe(1);
      expect(await send()).toBe(0);
      const [mail] = await mails();
      expect(mail?.text).toContain("- '첫 글' 글에 새 댓글이 달렸습니다.");
      expect(mail?.text).toContain('- [자유게시판] 등대 산책 모임 (좋아요 7)');
      expect(mail?.html).toContain(`/main/community/free/post/${postId}">[자유게시판]`);
      t.clock.advance(DAY);
      await addNotification();
      expect(await send()).toBe(0);
      t.clock.advance(6 * DAY);
      expect(await send()).toBe(1);
      expect(await mails()).toHaveLength(2);
    });

    it('goes to nobody at once after the site was off for three weeks, later to who does not come back [DIGEST-08]', async () => {
      await t.db.execute(sql`delete from site_runs`);
      await t.services.uptime.record();
      await addNotification();
      t.clock.advance(21 * DAY);
      await t.services.uptime.record();
      const counts = [await send()];
      for (let day = 0; day < 4; day += 1) {
        t.clock.advance(DAY);
        const now = t.clock.now().toISOString();
        await t.db.execute(sql`update site_runs set seen_at = ${now} where off_seconds > 0`);
        counts.push(await send());
      }
      expect(counts).toEqual([0, 0, 0, 1, 0]);
      await t.db.execute(sql`delete from site_runs`);
    });

    it('counts no hour as absence in which the site was off [DIGEST-08]', async () => {
      const there = await t.signIn('STUDENT');
      await t.db.execute(sql`delete from site_runs`);
      t.clock.advance(60);
      await createNotification(t, there, { type: 'comment' });
      const got: number[] = [];
      // Off for 20 hours of each day: three days of being on take 18.
      for (let day = 0; day < 20; day += 1) {
        const [from, to] = [t.clock.now(), new Date(t.clock.now().getTime() + 4 * HOUR * 1000)];
        await t.db.execute(sql`insert into site_runs values (${from.toISOString()}, ${to.toISOString()},
        ${day === 0 ? 0 : 20 * HOUR})`);
        await t.services.digest.sendDue();
        const { rowCount } = await t.db.execute(
          sql`select from email_queue where recipient = ${there.email}`,
        );
        if (rowCount === 1) got.push(day);
        t.clock.advance(DAY);
      }
      expect(got).toEqual([18, 19]);
      await t.db.execute(sql`delete from site_runs`);
    });

    it('is daily or off by choice, and sent in the morning only [DIGEST-01]', async () => {
      await choose('DAILY');
      await addNotification();
      t.clock.advance(-2 * HOUR);
      expect(await send()).toBe(0);
      t.clock.advance(6 * HOUR);
      expect(await send()).toBe(0);
      t.clock.advance(-4 * HOUR);
      expect(await send()).toBe(1);
      t.clock.advance(DAY);
      await addNotification();
      await choose('OFF');
      expect(await send()).toBe(0);
      await choose('DAILY');
      expect(await send()).toBe(1);
    });

    it('does not reach who is there, suspended, gone for long, or at a corrected address [DIGEST-02]', async () => {
      await addNotification();
      const there = await t.signIn('STUDENT');
      await createNotification(t, there, {});
      const suspended = new Date(t.clock.now().getTime() + DAY * 1000).toISOString();
      await t.db.execute(
        sql`update members set suspended_until = ${suspended} where id = ${away.id}`,
      );
      expect(await send()).toBe(0);
      await t.db.execute(sql`update members set suspended_until = null where id = ${away.id}`);
      const admin = await t.signIn('ADMIN');
      const actor = { memberId: admin.id, sessionId: '', roles: [] };
      const entry = {
        action: 'member.correct',
        targetId: away.id,
        detail: { fields: ['email'] },
      } as const;
      await t.db.transaction((tx) => t.services.audit.record(tx, actor, entry));
      expect(await send()).toBe(0);
      await t.db.transaction((tx) =>
        t.services.audit.record(
          tx,
          { ...actor, memberId: away.id },
          {
            action: 'member.change-email',
            targetId: away.id,
          },
        ),
      );
      t.clock.advance(60 * DAY);
      expect(await send()).toBe(0);
      t.clock.advance(-60 * DAY);
      expect(await send()).toBe(1);
    });

    it('has no word of anonymous, blinded or deleted posts and of blocked members [DIGEST-03]', async () => {
      await popular({ boardType: 'SECRET', title: '비밀 이야기' });
      const blinded = await popular({ title: '가려진 이야기' });
      await t.db.execute(sql`update posts set blinded_at = now() where id = ${blinded}`);
      const deleted = await popular({ title: '지워진 이야기' });
      await t.db.execute(sql`update posts set deleted_at = now() where id = ${deleted}`);
      await popular({ title: '차단된 이야기' });
      await t.db.execute(
        sql`insert into member_blocks (blocker_id, blocked_id) values (${away.id}, ${writer.id})`,
      );
      expect(await send()).toBe(0);
      t.clock.advance(7 * DAY);
      const targetSeal = t.seal.sealText(
        JSON.stringify({
          memberId: away.id,
          content: "'비밀 이야기' 글에",
          targetUrl: '/main',
          postId: 1,
        }),
      );
      await addNotification({ content: '', targetUrl: null, targetSeal });
      expect(await send()).toBe(1);
      const [mail] = await mails();
      expect(mail?.text).toContain('- 그 밖의 알림 1개');
      for (const word of ['비밀', '이야기', writer.nickname]) {
        expect(JSON.stringify(mail)).not.toContain(word);
      }
    });

    it('escapes what members typed [DIGEST-03]', async () => {
      await popular({ title: '<img src=x> "둘"' });
      await send();
      expect((await mails())[0]?.html).not.toContain('<img');
    });

    it('begins with the notices that the reader is asked to confirm, which alone cause one [DIGEST-07]', async () => {
      const staff = await t.signIn('MANAGER');
      await t.db.execute(sql`insert into notification_mutes values (${away.id}, 'notice')`);
      const ask = async (title: string, dueOn: string | null) => {
        const id = await createPost(t, staff, { boardType: 'NOTICE', title });
        await t.db.execute(sql`insert into must_reads (post_id, due_on, asked_at)
        values (${id}, ${dueOn}, ${t.clock.now()}::timestamptz)`);
        return id;
      };
      await ask('<전학년> 안전 교육', null);
      const due = await ask('<전학년> 졸업 심사 & 면담', '2036-12-04');
      expect(await send()).toBe(1);
      const [mail] = await mails();
      expect(mail?.text).toMatch(
        /필독\n- <전학년> 졸업 심사 & 면담 \(12월 4일까지 확인\)\n {2}http\S+\n- <전학년> 안전 교육\n/,
      );
      expect(mail?.html).toContain(`/post/${due}">&#60;전학년&#62; 졸업 심사 &#38; 면담`);
      t.clock.advance(7 * DAY);
      expect(await send()).toBe(0);
      t.clock.advance(7 * DAY);
      await t.db.execute(sql`insert into must_read_confirmations (post_id, round, member_id, confirmed_at)
      values (${due}, 1, ${away.id}, now())`);
      await addNotification({ content: "'첫 글' 글에 새 댓글이 달렸습니다." });
      expect(await send()).toBe(1);
      const text = (await mails())[1]?.text ?? '';
      expect(text.indexOf('안전 교육')).toBeLessThan(text.indexOf('읽지 않은 알림'));
      expect(text).not.toContain('졸업 심사');
    });

    it('reaches the others of a run in which one fails, who is tried again [DIGEST-06]', async () => {
      t.clock.advance(-4 * DAY);
      const next = await t.signIn('STUDENT');
      t.clock.advance(4 * DAY);
      await addNotification();
      await createNotification(t, next, {});
      await t.db.execute(sql`update members set email = '나쁜 주소' where id = ${away.id}`);
      await expect(send()).rejects.toThrow('digests not sent: 1');
      const { rows } = await t.db.execute(
        sql`select 1 from email_queue where recipient = ${next.email}`,
      );
      expect(rows).toHaveLength(1);
      await t.db.execute(sql`update members set email = ${away.email} where id = ${away.id}`);
      t.clock.advance(600);
      expect(await send()).toBe(1);
      expect(await mails()).toHaveLength(1);
    });

    it('is sent once by two servers, in batches [DIGEST-04]', async () => {
      const second = await createSecondServer(t);
      try {
        t.clock.advance(-4 * DAY);
        const many = await Promise.all(Array.from({ length: 60 }, () => createMember(t.db)));
        await t.db.execute(sql`insert into sessions
        (id, member_id, device_hash, refresh_hash, last_used_at, expires_at, ends_at)
        select gen_random_uuid(), id, ''::bytea, decode(md5(id::text), 'hex'), ${t.clock.now()}::timestamptz, ${t.clock.now()}, ${t.clock.now()}
        from members where id >= ${many[0]?.id ?? 0}`);
        t.clock.advance(4 * DAY);
        await addNotification();
        await t.db.execute(sql`insert into notifications (member_id, type, content, target_url, created_at)
        select id, 'notice', '새 공지', '/main', ${t.clock.now()}::timestamptz from members where id >= ${many[0]?.id ?? 0}`);
        const counts = await Promise.all([send(), second.services.digest.sendDue()]);
        expect(counts[0] + counts[1]).toBe(61);
        expect(await mails()).toHaveLength(1);
      } finally {
        await second.close();
      }
    });
  });

  describe('the link of the e-mail', () => {
    it('is in the headers of the message, which has both forms [DIGEST-05]', async () => {
      await addNotification();
      await send();
      const [mail] = await mails();
      await t.mails();
      const folder = join(t.dataDir, 'outbox');
      const names = (await readdir(folder)).sort();
      const raw = await readFile(join(folder, names.at(-1) ?? ''), 'utf8');
      const unfolded = raw.replace(/\r\n[ \t]/g, ' ');
      expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      expect(unfolded.replace(/\s/g, '')).toContain(`List-Unsubscribe:<${mail?.url}>`);
      expect(unfolded).toMatch(/^Content-Type: multipart\/alternative/m);
    });

    it('stops it with one click and without a login, and again [DIGEST-05]', async () => {
      await addNotification();
      await send();
      const [mail] = await mails();
      const path = new URL(mail?.url ?? '').pathname;
      const page = await t.call('GET', path);
      expect([page.status, page.headers.location]).toEqual([
        302,
        expect.stringMatching(/\/digest#[\w.-]+$/),
      ]);
      expect(mail?.text).toContain(String(page.headers.location));
      expect((await t.call('GET', '/api/member/digest', { as: writer })).json.digest).toBe(
        'WEEKLY',
      );
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
        const headers = { 'content-type': type };
        const body = 'List-Unsubscribe=One-Click';
        expect((await t.call('POST', path, { headers, body })).status).toBe(200);
      }
      const as = await t.signInAs(away);
      expect((await t.call('GET', '/api/member/digest', { as })).json.digest).toBe('OFF');
    });

    it('is refused when it was changed or is too old [DIGEST-05]', async () => {
      await addNotification();
      await send();
      const path = new URL((await mails())[0]?.url ?? '').pathname;
      const forged = await t.call('POST', path.replace(/stop\/.{4}/, 'stop/AAAA'));
      expect([forged.status, forged.json.error]).toEqual([403, 'DIGEST_LINK_INVALID']);
      t.clock.advance(401 * DAY);
      expect((await t.call('POST', path)).status).toBe(403);
    });
  });
});

describe('a digest whose first try failed', () => {
  const DAY = 24 * 60 * 60;
  /** 08:10 in Seoul; every test is two months later, when everybody before has left. */
  const START = new Date('2027-01-01T23:10:00Z').getTime();
  let months = 0;
  let away: SignedIn;
  let writer: SignedIn;
  /** A liked post, and a post of the member with a comment. */
  let liked: number;
  let own: number;
  beforeEach(async () => {
    t.clock.set(new Date(START + months * 60 * DAY * 1000));
    months += 1;
    await t.db.execute(sql`delete from posts`);
    await t.db.execute(sql`delete from email_queue`);
    t.clock.advance(-4 * DAY);
    away = await t.signIn('STUDENT');
    own = await createThread(t, away);
    t.clock.advance(4 * DAY - 60);
    writer = await t.signIn('STUDENT');
    liked = await createPost(t, writer, { title: '난파선 이야기' });
    await t.db.execute(sql`update posts set like_count = 7 where id = ${liked}`);
    await writeComment(t, writer, own);
    t.clock.advance(59);
  });

  /** The digest that waits in the queue while the mail server is away. */
  async function plan(): Promise<number> {
    expect(await t.services.digest.sendDue()).toBe(1);
    const { rows } = await t.db.execute<{ id: number; text: string; subject: string }>(
      sql`select id, text, subject from email_queue where recipient = ${away.email}`,
    );
    expect(rows.map(({ text, subject }) => text + subject)).toEqual(['']);
    return Number(rows[0]?.id);
  }
  const send = async (id: number): Promise<string | null> => {
    await t.services.emailQueue.tasks['email-about']({ id, attempt: 2 });
    const mails = (await t.mails()).filter(({ to }) => to === away.email);
    return mails[0]?.text ?? null;
  };
  const comment = '댓글을 남겼습니다';

  it('leaves with everything that is still new [PUSH-16]', async () => {
    const text = await send(await plan());
    expect(text).toContain('난파선 이야기');
    expect(text).toContain(comment);
  });

  it.each([
    ['deleted', () => sql`update posts set deleted_at = now() where id = ${liked}`],
    ['blinded', () => sql`update posts set blinded_at = now() where id = ${liked}`],
    ['renamed', () => sql`update posts set title = '구조선' where id = ${liked}`],
  ])('has no word of a post that was %s [PUSH-16, DIGEST-03]', async (how, change) => {
    const id = await plan();
    await t.db.execute(change());
    const text = await send(id);
    expect(text).not.toContain('난파선');
    expect(text?.includes('구조선')).toBe(how === 'renamed');
    expect(text).toContain(comment);
  });

  it.each([
    ['deleted', () => sql`update comments set deleted_at = now() where post_id = ${own}`],
    ['blinded', () => sql`update comments set blinded_at = now() where post_id = ${own}`],
    ['below a deleted post', () => sql`update posts set deleted_at = now() where id = ${own}`],
    ['read', () => sql`update notifications set read_at = now() where member_id = ${away.id}`],
    ['muted', () => sql`insert into notification_mutes values (${away.id}, 'comment')`],
  ])('has no sentence about a comment that was %s [PUSH-16, DIGEST-03]', async (_how, change) => {
    const id = await plan();
    await t.db.execute(change());
    const text = await send(id);
    expect(text).not.toContain(comment);
    expect(text).toContain('난파선 이야기');
  });

  it.each([
    ['blocked their author', () => createBlock(t.db, away, writer)],
    [
      'wants none any more',
      () => sql`insert into digests (member_id, digest) values (${away.id}, 'OFF')
        on conflict (member_id) do update set digest = 'OFF'`,
    ],
    [
      'was there',
      () => sql`update sessions set last_used_at = ${t.clock.now()}::timestamptz
        where member_id = ${away.id}`,
    ],
    [
      'was suspended',
      () => sql`update members set suspended_until = ${t.clock.now()}::timestamptz
        + interval '1 day' where id = ${away.id}`,
    ],
    ['left', () => sql`update members set withdrawn_at = now() where id = ${away.id}`],
  ])('does not leave to a member who %s [PUSH-16, DIGEST-02]', async (_who, change) => {
    const id = await plan();
    const done = change();
    if (!(done instanceof Promise)) await t.db.execute(done);
    else await done;
    expect(await send(id)).toBeNull();
    expect((await t.db.execute(sql`select 1 from email_queue where id = ${id}`)).rows).toEqual([]);
  });

  it('leaves to the address of now [PUSH-16]', async () => {
    const id = await plan();
    const address = `new-${away.email}`;
    await t.db.execute(sql`update members set email = ${address} where id = ${away.id}`);
    expect(await send(id)).toBeNull();
    expect((await t.mails()).map(({ to }) => to)).toContain(address);
  });
});
