import type { CheckResult } from '@naru/contract/integrity';
import {
  COUNTER_CHECKS,
  EXAMPLES_MAX,
  INTEGRITY_CHECKS,
  type IntegrityCheck,
  REPORTS_KEPT,
} from '@naru/contract/integrity-checks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createLecture, markLecture } from '../../testing/factories/lectures.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPetition, signPetition } from '../../testing/factories/petitions.ts';
import { createPost, vote } from '../../testing/factories/posts.ts';
import { acceptInto } from '../../testing/factories/teams.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { SEALED_TABLES } from './keys.repo.ts';

const DAY = 24 * 60 * 60;
const ALIEN = createSeal(Buffer.alloc(64, 7));

let t: TestApp;
let admin: SignedIn;
let author: SignedIn;
let friend: SignedIn;
let world: Awaited<ReturnType<typeof createWorld>>;

async function createWorld() {
  const postId = await createPost(t, author);
  const secretId = await createPost(t, author, { boardType: 'SECRET' });
  const { id: commentId } = await writeComment(t, friend, postId);
  const { id: replyId } = await writeComment(t, author, postId, { parentId: commentId });
  await writeComment(t, friend, secretId);
  for (const as of [author, friend]) {
    await t.call('POST', `/api/post/${postId}/like`, { as });
    await t.call('POST', `/api/post/${secretId}/like`, { as });
    await t.call('POST', `/api/comment/${commentId}/like`, { as });
    await t.call('GET', `/api/post/${postId}`, { as });
  }
  const pollId = await createPost(t, author, {
    poll: { options: ['가', '나'], maxChoices: 2, isAnonymous: false, endsAt: null },
  });
  await vote(t, friend, pollId, 0, 1);
  const petitionId = await createPetition(t, author);
  await signPetition(t, friend, petitionId);
  const lectureId = await createLecture(t, author);
  await markLecture(t, friend, lectureId);
  const roomId = await createChatRoom(t, author, friend);
  for (const text of ['하나', '둘']) await sendChatMessage(t, author, roomId, text);
  const teamId = await acceptInto(t, author, friend);
  return { postId, secretId, commentId, replyId, pollId, petitionId, teamId, lectureId, roomId };
}

beforeAll(async () => {
  t = await createTestApp();
  [admin, author, friend] = [
    await t.signIn('ADMIN'),
    await t.signIn('STUDENT'),
    await t.signIn('STUDENT'),
  ];
  world = await createWorld();
});
afterAll(() => t.close());

const run = (statement: string) => t.db.execute(sql.raw(statement));
const read = async () => (await t.call('GET', '/api/admin/integrity', { as: admin })).json;

/** The newest report of a check that runs now, by check. */
async function check(): Promise<Record<IntegrityCheck, CheckResult>> {
  await t.services.integrity.check();
  const { latest } = await read();
  return Object.fromEntries(latest.checks.map((one: CheckResult) => [one.check, one])) as Record<
    IntegrityCheck,
    CheckResult
  >;
}

const faultyOf = (checks: Record<IntegrityCheck, CheckResult>) =>
  INTEGRITY_CHECKS.filter((name) => checks[name].state !== 'WELL');

/** Runs the jobs that were asked for, without the worker of a server. */
async function work(): Promise<void> {
  const { tasks } = t.services.integrity;
  for (;;) {
    const { rows } = await t.db.execute<{ id: string; task: keyof typeof tasks; payload: object }>(
      sql`select j.id, j.task_identifier as task, p.payload from graphile_worker.jobs j
        inner join graphile_worker._private_jobs p on p.id = j.id
        where j.task_identifier like 'integrity%' order by j.id limit 1`,
    );
    const [job] = rows;
    if (job === undefined) return;
    await t.db.execute(sql`select graphile_worker.complete_jobs(array[${job.id}::bigint])`);
    await tasks[job.task](job.payload);
  }
}

describe('the nightly check', () => {
  it('finds nothing in data that members made, and looks at all of it [REL-19]', async () => {
    const checks = await check();
    expect(faultyOf(checks)).toEqual([]);
    for (const name of [...COUNTER_CHECKS, 'POST_PARTS', 'COMMENT_PARTS', 'CRYPT', 'KEYS']) {
      expect([name, checks[name as IntegrityCheck].looked]).not.toEqual([name, 0]);
    }
  });

  it.each<
    [string, IntegrityCheck, string, (w: typeof world) => string, (w: typeof world) => string]
  >([
    [
      'likes',
      'POST_COUNTS',
      'postId',
      (w) => `update posts set like_count = 7 where id = ${w.postId}`,
      () => '',
    ],
    [
      'comments of a secret post',
      'POST_COUNTS',
      'secretId',
      (w) => `update posts set comment_count = 0 where id = ${w.secretId}`,
      () => '',
    ],
    [
      'own likes',
      'POST_COUNTS',
      'postId',
      (w) => `update posts set self_like_count = 0 where id = ${w.postId}`,
      () => '',
    ],
    [
      'views',
      'POST_COUNTS',
      'postId',
      (w) => `update posts set view_count = 0 where id = ${w.postId}`,
      () => '',
    ],
    [
      'likes of a comment',
      'COMMENT_COUNTS',
      'commentId',
      (w) => `update comments set like_count = 0 where id = ${w.commentId}`,
      () => '',
    ],
    [
      'replies',
      'COMMENT_COUNTS',
      'commentId',
      (w) => `update comments set reply_count = 5 where id = ${w.commentId}`,
      () => '',
    ],
    [
      'posts of a board',
      'BOARD_COUNTS',
      'FREE',
      () => `update board_counters set post_count = 99 where board_type = 'FREE'`,
      () => '',
    ],
    [
      'marks',
      'LECTURE_COUNTS',
      'lectureId',
      (w) => `update lectures set marked_count = 0 where id = ${w.lectureId}`,
      () => '',
    ],
    [
      'votes',
      'POLL_COUNTS',
      'pollId',
      (w) => `update polls set counts = '{0,1}' where post_id = ${w.pollId}`,
      () => '',
    ],
    [
      'accepted members',
      'TEAM_COUNTS',
      'teamId',
      (w) => `update teams set accepted_count = 0 where post_id = ${w.teamId}`,
      () => '',
    ],
    [
      'signatures',
      'PETITION_COUNTS',
      'petitionId',
      (w) => `update petitions set signature_count = 5 where post_id = ${w.petitionId}`,
      () => '',
    ],
    [
      'unread messages',
      'CHAT_COUNTS',
      'roomId',
      (w) =>
        `update chat_room_members set unread_count = 9 where room_id = ${w.roomId} and unread_count = 2`,
      () => '',
    ],
  ])('finds wrong %s, and counts them again [REL-19]', async (_name, name, place, plant) => {
    await run(plant(world));
    const checks = await check();
    expect(faultyOf(checks)).toEqual([name]);
    const id = place in world ? String(world[place as keyof typeof world]) : place;
    expect(checks[name]).toMatchObject({ faults: 1, examples: [id] });
    const asked = await t.call('POST', '/api/admin/integrity/recount', {
      as: admin,
      body: { check: name },
    });
    expect(asked.status).toBe(200);
    expect((await read()).isPending).toBe(true);
    await work();
    const { isPending, latest } = await read();
    expect([isPending, latest.state]).toEqual([false, 'WELL']);
  });

  it.each<[string, IntegrityCheck, (w: typeof world) => string, (w: typeof world) => string]>([
    [
      'a mark of a poll',
      'POST_PARTS',
      (w) => `update posts set has_poll = true where id = ${w.postId}`,
      (w) => `update posts set has_poll = false where id = ${w.postId}`,
    ],
    [
      'a missing row of the search',
      'POST_PARTS',
      (w) => `delete from post_search where post_id = ${w.postId}`,
      (w) => `update posts set title = title where id = ${w.postId}`,
    ],
    [
      'a lost picture',
      'POST_PARTS',
      (w) =>
        `update posts set image_urls = '{/files/abcdefghijklmnopqrstuvwx.webp}' where id = ${w.secretId}`,
      (w) => `update posts set image_urls = '{}' where id = ${w.secretId}`,
    ],
    [
      'a foreign accepted answer',
      'POST_PARTS',
      (w) => `update posts set accepted_comment_id = ${w.commentId} where id = ${w.secretId}`,
      (w) => `update posts set accepted_comment_id = null where id = ${w.secretId}`,
    ],
    [
      'a reply without its comment',
      'COMMENT_PARTS',
      (w) => `update comments set parent_id = 999 where id = ${w.replyId}`,
      (w) => `update comments set parent_id = ${w.commentId} where id = ${w.replyId}`,
    ],
    [
      'a missing place in lists',
      'PAGE_RANKS',
      () =>
        `insert into page_changes select board_type, false, now(), 0, 1 from board_counters where board_type = 'FREE'`,
      () => 'delete from page_changes where post_id = 0',
    ],
    [
      'a room without one of its two',
      'OTHER_PARTS',
      (w) => `update chat_rooms set low_id = low_id - 1 where id = ${w.roomId} and low_id > 1`,
      (w) => `update chat_rooms set low_id = low_id + 1 where id = ${w.roomId}`,
    ],
    [
      'an unknown key',
      'KEYS',
      () => `insert into wrapped_keys (name, wrapped) values ('leftover', '\\x00')`,
      () => `delete from wrapped_keys where name = 'leftover'`,
    ],
  ])('finds %s [REL-19]', async (_name, name, plant, mend) => {
    await run(plant(world));
    const checks = await check();
    await run(mend(world));
    expect(faultyOf(checks)).toContain(name);
    expect(checks[name].faults).toBe(1);
  });

  it('finds files that only the storage, or only the database, has [REL-19]', async () => {
    const key = 'bcdefghijklmnopqrstuvwxy';
    const { storage } = t.services;
    await storage.put(`${key}.webp`, Buffer.from('a'));
    expect(faultyOf(await check())).toEqual([]);
    t.clock.set(new Date(Date.now() + 2 * DAY * 1000));
    // The access tokens have expired.
    [admin, author, friend] = [
      await t.signInAs(admin),
      await t.signInAs(author),
      await t.signInAs(friend),
    ];
    const url = await createPicture(t.db, author);
    const checks = await check();
    expect(faultyOf(checks)).toEqual(['FILE_OBJECTS', 'FILE_ROWS']);
    expect(checks.FILE_OBJECTS).toMatchObject({ faults: 1, examples: ['bcdefghi…'] });
    expect(checks.FILE_ROWS.examples).toEqual([`${url.slice('/files/'.length).slice(0, 8)}…`]);
    await storage.remove([`${key}.webp`]);
    await run('delete from uploads');
  });

  it('says that it could not look at files while the storage is away [REL-19]', async () => {
    const list = t.services.storage.list;
    t.services.storage.list = () => {
      throw new Error('away');
    };
    const checks = await check();
    t.services.storage.list = list;
    expect(checks.FILE_OBJECTS.state).toBe('FAILED');
    expect(checks.FILE_ROWS.state).toBe('FAILED');
    expect((await read()).latest.state).toBe('FAILED');
  });

  it('names the tables of foreign seals, and nothing that links their rows [REL-19, ANON-01]', async () => {
    const seals = (hex: string) =>
      run(`update posts set author_seal = '\\x${hex}' where id = ${world.secretId}`);
    for (const seal of [ALIEN.seal(author.id), t.seal.seal(987_654)]) {
      await seals(seal.toString('hex'));
      const checks = await check();
      expect(faultyOf(checks)).toEqual(['CRYPT']);
      expect(checks.CRYPT).toMatchObject({ faults: 1, examples: ['posts'] });
    }
    await seals(t.seal.seal(author.id).toString('hex'));
  });

  it('looks at all columns with sealed members [REL-19, ANON-27]', async () => {
    const { rows } = await run(`select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('author_seal', 'member_seal', 'signer')`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(SEALED_TABLES.toSorted());
  });

  it('finds a changed entry of the audit log [REL-19]', async () => {
    const trigger = (to: string) => run(`alter table audit_entries ${to} trigger user`);
    const set = (reason: string) =>
      run(
        `update audit_entries set reason = ${reason} where id = (select min(id) from audit_entries)`,
      );
    await trigger('disable');
    await set("'x'");
    const checks = await check();
    await set('null');
    await run(`alter table audit_entries enable always trigger audit_entries_chain`);
    for (const name of ['audit_entries_append_only', 'audit_entries_append_only_rows']) {
      await run(`alter table audit_entries enable always trigger ${name}`);
    }
    expect(checks.AUDIT).toMatchObject({ state: 'FAULTY', faults: 1, examples: ['1'] });
    expect((await check()).AUDIT).toMatchObject({ state: 'WELL' });
  });

  it('shows the newest report also when the clock was set back [REL-130]', async () => {
    await check();
    const before = (await read()).latest.id;
    t.clock.advance(-DAY);
    await check();
    const { latest } = await read();
    expect(latest.id).toBeGreaterThan(before);
    t.clock.advance(DAY);
  });

  it('shows at most twenty places, and keeps the last thirty reports [REL-19]', async () => {
    await run(`insert into integrity_reports (started_at, ended_at, state, checks)
      select now() - n * interval '1 day', now(), 'WELL', '[]' from generate_series(1, 40) as n`);
    const postId = await createPost(t, author);
    for (let n = 0; n < EXAMPLES_MAX + 2; n += 1) await writeComment(t, author, postId);
    await run(`update comments set like_count = 3 where post_id = ${postId}`);
    const checks = await check();
    expect(checks.COMMENT_COUNTS.faults).toBe(EXAMPLES_MAX + 2);
    expect(checks.COMMENT_COUNTS.examples).toHaveLength(EXAMPLES_MAX);
    await check();
    const { earlier } = await read();
    expect(earlier).toHaveLength(REPORTS_KEPT - 1);
    expect(earlier[0]).toMatchObject({ state: 'FAULTY', faults: EXAMPLES_MAX + 2 });
  });
});

describe('who is notified', () => {
  it('are administrators, once for a kind of fault [NOTIF-82]', async () => {
    const countNotices = async (member: SignedIn) =>
      (await readNotifications(t, member)).filter(({ subType }) => subType === 'integrity').length;
    await run('delete from notifications');
    await run(`delete from integrity_reports`);
    await t.services.integrity.check();
    await t.services.integrity.check();
    expect([await countNotices(admin), await countNotices(author)]).toEqual([1, 0]);
    await run('delete from notifications');
    await run(`update comments set like_count = 0 where like_count = 3`);
    await t.services.integrity.check();
    expect(await countNotices(admin)).toBe(0);
    await run(`update board_counters set post_count = 99 where board_type = 'FREE'`);
    await t.services.integrity.check();
    expect(await countNotices(admin)).toBe(1);
    expect(await t.services.integrity.readFaults()).toMatchObject({ BOARD_COUNTS: 1, AUDIT: 0 });
  });
});

describe('POST /admin/integrity/run and /recount', () => {
  it('refuse other roles and checks without counters, which changes nothing [ADMIN-132]', async () => {
    const before = (await read()).earlier.length;
    for (const path of ['run', 'recount']) {
      const body = { check: 'BOARD_COUNTS' };
      const manager = await t.signIn('MANAGER');
      expect(
        (await t.call('POST', `/api/admin/integrity/${path}`, { as: manager, body })).status,
      ).toBe(403);
    }
    for (const check of ['AUDIT', 'CRYPT', '', undefined]) {
      const refused = await t.call('POST', '/api/admin/integrity/recount', {
        as: admin,
        body: { check },
      });
      expect(refused.status).toBe(400);
    }
    expect((await read()).isPending).toBe(false);
    await work();
    expect((await read()).earlier).toHaveLength(before);
  });

  it('wait as one job each, and leave an audit entry for a recount [ADMIN-132]', async () => {
    for (let n = 0; n < 2; n += 1) {
      expect((await t.call('POST', '/api/admin/integrity/run', { as: admin })).status).toBe(200);
    }
    const { rows } = await t.db.execute(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'integrity-now'`,
    );
    expect(rows).toHaveLength(1);
    await t.call('POST', '/api/admin/integrity/recount', {
      as: admin,
      body: { check: 'BOARD_COUNTS' },
    });
    await work();
    expect((await read()).latest.state).toBe('WELL');
    const { json } = await t.call('GET', '/api/admin/audit?action=integrity.recount&size=1', {
      as: admin,
    });
    expect(json.entries[0]).toMatchObject({
      targetType: 'integrity',
      detail: [{ name: 'check', value: 'BOARD_COUNTS' }],
    });
  });
});
