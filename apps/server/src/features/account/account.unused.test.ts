import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmailQueue } from '../../domain/emails/email-queue.ts';
import { DeliveryError, type Message } from '../../platform/email/email.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createReveal, readAudit } from '../../testing/factories/inquiries.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { findBrokenRows } from '../../testing/invariants.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { logIn } from './account.fixture.ts';
import { createUnusedAccounts } from './account.unused.ts';

const SMTP_URL = 'smtp://mail.example';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ asServer: true });
});
beforeEach(async () => {
  // The rules ask the clock of the database, so the other one is at its time.
  t.clock.set(new Date());
  await t.db.execute(`update members set is_demo = true`);
  await t.db.execute('delete from reveal_requests');
  me = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const jobOf = (change: {
  months?: number;
  smtp?: string | undefined;
  send?: () => Promise<void>;
}) => {
  const { months = 24, send = t.services.emailQueue.send } = change;
  const smtp = 'smtp' in change ? change.smtp : SMTP_URL;
  const env = { SMTP_URL: smtp, UNUSED_ACCOUNT_MONTHS: months };
  const emailQueue = { ...t.services.emailQueue, send };
  return createUnusedAccounts({ ...t.services, env, emailQueue }, t.services.account);
};
const run = (change = {}) => jobOf(change).eraseUnused();
/** The job, and what happens after an account was listed as due. */
const runWith = (statement: string) => {
  const { removeUnused } = t.services.account;
  const env = { SMTP_URL, UNUSED_ACCOUNT_MONTHS: 24 };
  return createUnusedAccounts(
    { ...t.services, env },
    {
      removeUnused: async (id, isUnused) => {
        await t.db.execute(statement);
        return removeUnused(id, isUnused);
      },
    },
  ).eraseUnused();
};
/** As if the member had last been here so long ago, such as `24 months`. */
const away = async (interval: string, { id } = me) => {
  await t.db.execute(`update sessions set created_at = now() - interval '${interval}',
    last_used_at = now() - interval '${interval}' where member_id = ${id}`);
  await t.db.execute(`delete from daily_visitors where member_id = ${id}`);
  await t.db.execute(`delete from account_uses where member_id = ${id}`);
};
const warnedAgo = (first: string, last: string | null, { id } = me) =>
  t.db.execute(`update account_uses set first_warned_at = now() - interval '${first}',
    last_warned_at = ${last === null ? 'null' : `now() - interval '${last}'`} where member_id = ${id}`);
const warnings = async ({ id } = me) =>
  (
    await t.db.execute(`select first_warned_at is not null as first, last_warned_at is not null as last
      from account_uses where member_id = ${id}`)
  ).rows[0];
const isErased = async ({ id } = me) =>
  (await t.db.execute(`select from members where id = ${id} and withdrawn_at is not null`)).rows
    .length === 1;
/** Warned in time and over the period. */
async function due(as = me) {
  await away('25 months', as);
  await run({ smtp: undefined });
  await warnedAgo('31 days', '8 days', as);
}
const mailsTo = async ({ email } = me) => (await t.mails()).filter(({ to }) => to === email);

describe('the warnings of an unused account', () => {
  it('come 30 and 7 days before its end, each once [PRIV-12]', async () => {
    await away('22 months 25 days');
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    await away('23 months 5 days');
    expect(await run()).toEqual({ warned: 1, erased: 0 });
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    const [mail] = await mailsTo();
    expect(mail?.subject).toMatch(/\d{4}-\d\d-\d\d부터 계정이 삭제될 수 있습니다/);
    expect(mail?.text).toContain('24개월 동안 사용하지 않은 계정');
    expect(mail?.text).toContain('/login');
    await away('23 months 25 days');
    await run({ smtp: undefined });
    await warnedAgo('22 days', null);
    expect(await run()).toMatchObject({ warned: 0 });
    await warnedAgo('24 days', null);
    expect(await run()).toEqual({ warned: 1, erased: 0 });
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    expect(await mailsTo()).toHaveLength(2);
  });

  it('are not noted when they could not be sent, and keep no other from theirs [PRIV-12]', async () => {
    const other = await t.signIn('STUDENT');
    await away('30 months');
    await away('30 months', other);
    const send = () => Promise.reject(new Error('refused'));
    expect(await run({ send })).toEqual({ warned: 0, erased: 0 });
    expect(await warnings()).toEqual({ first: false, last: false });
    let tries = 0;
    const sendOne = () => {
      tries += 1;
      return tries === 1 ? send() : Promise.resolve();
    };
    expect(await run({ send: sendOne })).toEqual({ warned: 1, erased: 0 });
    expect(await run()).toEqual({ warned: 1, erased: 0 });
  });

  it('end in the middle of a run once everything outgoing is held [OPS-168]', async () => {
    const others = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    for (const one of [me, ...others]) await away('30 months', one);
    const send = () => t.services.outgoing.hold('ASKED');
    try {
      expect(await run({ send })).toEqual({ warned: 1, erased: 0 });
    } finally {
      await t.db.execute('delete from outgoing');
    }
  });

  it.each([
    ['gone, which count as warned', 'refused' as const, 13],
    ['full, which do not', 'mailbox' as const, 1],
  ])(
    'reach those behind many mailboxes that are %s [PRIV-12, MAIL-07]',
    async (_, fault, warned) => {
      const gone = [me];
      while (gone.length < 12) gone.push(await t.signIn('STUDENT'));
      const other = await t.signIn('STUDENT');
      for (const one of [...gone, other]) await away('30 months', one);
      const transport = {
        send: async ({ to }: Message) => {
          if (to !== other.email) throw new DeliveryError('no', { fault, reply: '550' });
        },
      };
      const { send } = createEmailQueue({ ...t.services, transport });
      expect(await run({ send })).toEqual({ warned, erased: 0 });
      expect(await warnings(other)).toMatchObject({ first: true });
      expect(await warnings()).toMatchObject({ first: fault === 'refused' });
      if (fault === 'mailbox') return;
      await warnedAgo('31 days', '8 days');
      expect(await run({ send })).toEqual({ warned: 0, erased: 1 });
    },
  );

  it('stop when the mail server takes nothing of this site [MAIL-10]', async () => {
    for (let n = 0; n < 8; n += 1) await away('30 months', await t.signIn('STUDENT'));
    let tries = 0;
    const send = async () => {
      tries += 1;
      throw new DeliveryError('no', { fault: 'unclear', reply: '550 5.7.1' });
    };
    expect(await run({ send })).toEqual({ warned: 0, erased: 0 });
    expect(tries).toBe(5);
  });

  it('expire, as when the period was longer meanwhile, and come again [PRIV-12]', async () => {
    await away('37 months');
    await run({ smtp: undefined });
    await warnedAgo('24 months', '23 months');
    expect(await run({ months: 36 })).toEqual({ warned: 1, erased: 0 });
    expect(await warnings()).toEqual({ first: true, last: false });
    for (const [first, last] of [
      ['61 days', '8 days'],
      ['61 days', null],
    ] as const) {
      await warnedAgo(first, last);
      expect(await run(), `${first} ${last}`).toEqual({ warned: 1, erased: 0 });
      expect(await warnings()).toEqual({ first: true, last: false });
    }
    await warnedAgo('59 days', '8 days');
    expect(await run()).toEqual({ warned: 0, erased: 1 });
  });

  it('end with a visit, which the session or the day records [PRIV-12]', async () => {
    for (const visit of [
      `update sessions set last_used_at = now() where member_id = `,
      `insert into daily_visitors (day, member_id) select current_date, id from members where id = `,
    ]) {
      await due();
      await t.db.execute(`${visit}${me.id}`);
      expect(await run()).toEqual({ warned: 0, erased: 0 });
      expect(await warnings()).toEqual({ first: false, last: false });
      expect(await isErased()).toBe(false);
    }
  });
});

describe('the erasure of an unused account', () => {
  it('is that of a member who leaves, announced by e-mail and recorded [PRIV-12, MEMB-15]', async () => {
    const open = await createPost(t, me, { title: '남는 글' });
    const secret = await createPost(t, me, { boardType: 'SECRET' });
    await writeComment(t, me, open);
    await due();
    expect(await run()).toEqual({ warned: 0, erased: 1 });
    expect(await isErased()).toBe(true);
    expect((await logIn(t, me.username)).status).toBe(401);
    const reader = await t.signIn('STUDENT');
    const textOf = async (id: number) =>
      (await t.call('GET', `/api/post/${id}`, { as: reader })).text;
    expect(await textOf(open)).toContain('탈퇴한 회원');
    expect(await textOf(secret)).toContain('익명');
    expect(await textOf(secret)).not.toContain('탈퇴한 회원');
    const [mail] = await mailsTo();
    expect(mail?.subject).toContain('사용하지 않은 계정을 삭제했습니다');
    expect(await readAudit(t, me.id)).toMatchObject([
      { action: 'member.withdraw', actorId: me.id, detail: { by: 'unused' } },
    ]);
    const { rows } = await t.db.execute(`select from account_uses where member_id = ${me.id}`);
    expect(rows).toEqual([]);
    expect(await run()).toEqual({ warned: 0, erased: 0 });
  });

  it('spares who was not warned twice, long enough before by the clock of the database [PRIV-12]', async () => {
    for (const [first, last] of [
      ['29 days', '8 days'],
      ['31 days', '6 days'],
      ['31 days', null],
      ['-1 days', '-1 days'],
    ] as const) {
      await away('25 months');
      await run({ smtp: undefined });
      await warnedAgo(first, last);
      expect((await run()).erased, `${first} ${last}`).toBe(0);
    }
    // Nor a server whose clock was set forward, by which these warnings would be old enough.
    await warnedAgo('5 days', '5 days');
    t.clock.advance(40 * 24 * 60 * 60);
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    expect(await isErased()).toBe(false);
  });

  it('happens neither without a mail server nor where it is turned off [PRIV-12]', async () => {
    await due();
    expect(await run({ smtp: undefined })).toEqual({ warned: 0, erased: 0 });
    expect(await run({ months: 60 })).toEqual({ warned: 0, erased: 0 });
    expect(await run({ months: 0 })).toEqual({ warned: 0, erased: 0 });
    const { rows } = await t.db.execute('select from account_uses');
    expect([rows, await isErased()]).toEqual([[], false]);
  });

  it('spares professors and staff, suspended members and the demo [PRIV-12, ADMIN-07]', async () => {
    const spared = [me];
    for (const role of ['PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'] as const) {
      spared.push(await t.signIn(role));
    }
    const suspended = await t.signIn('STUDENT');
    spared.push(suspended);
    await t.db.execute(`update members set suspended_until = now() + interval '1 day'
      where id = ${suspended.id}`);
    await t.db.execute(`update members set is_demo = true where id = ${me.id}`);
    for (const one of spared) await due(one);
    expect(await run()).toEqual({ warned: 0, erased: 0 });
  });

  it('begins with new warnings for who is spared no longer [PRIV-12]', async () => {
    const staff = await t.signIn('MANAGER');
    for (const one of [me, staff]) await due(one);
    await t.db.execute(`update members set suspended_until = now() + interval '1 day'
      where id = ${me.id}`);
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    await t.db.execute(`update members set suspended_until = now() - interval '1 day'
      where id = ${me.id}`);
    await t.db.execute(
      `delete from member_roles where member_id = ${staff.id} and role = 'MANAGER'`,
    );
    expect(await run()).toEqual({ warned: 2, erased: 0 });
    for (const one of [me, staff])
      expect(await warnings(one)).toEqual({ first: true, last: false });
  });

  it('waits for all while a reveal is under way, so that who stays is not the author [PRIV-12, ANON-28]', async () => {
    const other = await t.signIn('STUDENT');
    const third = await t.signIn('STUDENT');
    const reveal = await createReveal(
      t,
      await t.signIn('ADMIN'),
      await createPost(t, me, { boardType: 'SECRET' }),
    );
    for (const one of [me, other]) await due(one);
    await away('23 months 5 days', third);
    const set = (values: string) =>
      t.db.execute(`update reveal_requests set ${values} where id = ${reveal}`);
    const held = { warned: 0, erased: 0 };
    expect(await run()).toEqual({ warned: 1, erased: 0 });
    await set(`created_at = now() - interval '34 days'`);
    expect(await run()).toEqual(held);
    // The author is notified after 30 days, unless it is withheld, which makes no difference.
    for (const withheld of [true, false]) {
      await set(`state = 'APPROVED', created_at = now() - interval '90 days',
        decided_at = now() - interval '34 days', withheld = ${withheld}`);
      expect(await run()).toEqual(held);
    }
    await set(`decided_at = now() - interval '36 days'`);
    expect(await run()).toEqual({ warned: 0, erased: 2 });
  });

  it('waits neither for a reveal that was refused nor for one that nobody decides [PRIV-12]', async () => {
    const admin = await t.signIn('ADMIN');
    for (const values of [
      `state = 'REJECTED', decided_at = now()`,
      `created_at = now() - interval '36 days'`,
    ]) {
      me = await t.signIn('STUDENT');
      const reveal = await createReveal(t, admin, await createPost(t, me, { boardType: 'SECRET' }));
      await due();
      expect(await run()).toEqual({ warned: 0, erased: 0 });
      await t.db.execute(`update reveal_requests set ${values} where id = ${reveal}`);
      expect(await run()).toEqual({ warned: 0, erased: 1 });
    }
  });

  it('asks for reveals again under the lock that their requests take [PRIV-12, ANON-28]', async () => {
    const post = await createPost(t, await t.signIn('STUDENT'), { boardType: 'SECRET' });
    const admin = await t.signIn('ADMIN');
    await due();
    const requested = await runWith(`insert into reveal_requests
      (target_type, target_id, requester_id, reason) values ('POST', ${post}, ${admin.id}, 'x')`);
    expect([requested, await isErased()]).toEqual([{ warned: 0, erased: 0 }, false]);
  });

  it('waits for an open login, and leaves who logs in [PRIV-12]', async () => {
    await due();
    const login = await t.database.pool.connect();
    try {
      await login.query('begin');
      await login.query(`select from members where id = ${me.id} for no key update`);
      await login.query(`update sessions set last_used_at = now() where member_id = ${me.id}`);
      const running = run();
      await expect.poll(() => countWaiting(t)).toBe(1);
      await login.query('commit');
      expect([await running, await isErased()]).toEqual([{ warned: 0, erased: 0 }, false]);
    } finally {
      login.release();
    }
  });

  it('leaves who was here since the list, and two servers erase each account once [PRIV-12]', async () => {
    await due();
    // Between the list and the lock the member refreshes a token.
    const visited = await runWith(
      `update sessions set last_used_at = now() where member_id = ${me.id}`,
    );
    expect([visited, await isErased()]).toEqual([{ warned: 0, erased: 0 }, false]);
    await due();
    const granted = await runWith(
      `insert into member_roles (member_id, role) values (${me.id}, 'MANAGER')`,
    );
    expect([granted, await isErased()]).toEqual([{ warned: 0, erased: 0 }, false]);
    await t.db.execute(`delete from member_roles where member_id = ${me.id} and role = 'MANAGER'`);
    const results = await Promise.all([run(), run(), run()]);
    expect(results.reduce((sum, { erased }) => sum + erased, 0)).toBe(1);
    expect(await readAudit(t, me.id)).toHaveLength(1);
  });
});

describe('the day on which a member was last here', () => {
  it('is at least 400 days ago for an old account of which nothing is known [PRIV-12]', async () => {
    await t.db.execute(
      `update members set created_at = now() - interval '5 years' where id = ${me.id}`,
    );
    await t.db.execute(`delete from sessions where member_id = ${me.id}`);
    await t.db.execute(`delete from daily_visitors where member_id = ${me.id}`);
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    const { rows } = await t.db.execute(`select current_date - last_used_on in (400, 401) as known
      from account_uses where member_id = ${me.id}`);
    expect(rows).toEqual([{ known: true }]);
  });

  it('is found however long the job has not run [PRIV-12]', async () => {
    await away('30 months');
    await run({ smtp: undefined });
    await t.db.execute(
      `insert into daily_visitors (day, member_id) values (current_date - 100, ${me.id})`,
    );
    expect(await run()).toEqual({ warned: 0, erased: 0 });
    const { rows } = await t.db.execute(`select current_date - last_used_on as days
      from account_uses where member_id = ${me.id}`);
    expect(rows).toEqual([{ days: 100 }]);
  });

  it('is noted of nobody who left, and goes where another release left it [PRIV-06, PRIV-12]', async () => {
    const post = await createPost(t, await t.signIn('STUDENT'), { boardType: 'SECRET' });
    await t.db.execute(`insert into daily_visitors (day, member_id) values (current_date, ${me.id})
      on conflict do nothing`);
    await t.services.account.removeUnused(me.id, () => Promise.resolve(true));
    const left = async () =>
      (
        await t.db.execute(`select from account_uses where member_id = ${me.id}
          union all select from alias_blocks where post_id = ${post}`)
      ).rows.length;
    await run({ smtp: undefined });
    expect(await left()).toBe(0);
    for (const months of [24, 0]) {
      await t.db.execute(`insert into account_uses (member_id, last_used_on)
        values (${me.id}, current_date)`);
      await t.db.execute(sql`insert into alias_blocks (member_seal, post_id, number)
        values (${t.seal.seal(me.id)}, ${post}, 0)`);
      const query = async (text: string) => (await t.db.execute(text)).rows;
      expect(await findBrokenRows(query)).toEqual([expect.stringMatching(/^ended accounts /)]);
      await run({ smtp: undefined, months });
      expect([await left(), await findBrokenRows(query)]).toEqual([0, []]);
    }
  });
});
