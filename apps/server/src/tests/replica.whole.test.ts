import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../db/client.ts';
import { openReplica, withoutReplica } from '../db/replica.ts';
import { createThread, writeComment } from '../testing/factories/comments.ts';
import { startPair, type TestPair } from '../testing/replica.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let pair: TestPair;
let t: TestApp;
let replica: ReturnType<typeof openReplica>;
/** On the replica. */
let watcher: pg.Client;
let author: SignedIn;
let reader: SignedIn;
let postId: number;
/** Where the server has read, including what was in vain. */
const places: ('primary' | 'replica')[] = [];
beforeAll(async () => {
  pair = await startPair();
  t = await createTestApp({
    database: pair.database,
    replica: ({ db: primary }, log) => {
      const url = pair.replicaUrl;
      replica = openReplica({ primary, url, log, probeMs: 20, behindMs: 0 });
      const note = (on: Executor) => places.push(on === primary ? 'primary' : 'replica');
      return {
        isUp: replica.isUp,
        read: (position, statement) =>
          replica.read(position, (on) => {
            note(on);
            return statement(on);
          }),
      };
    },
  });
  watcher = new pg.Client({ connectionString: pair.replicaUrl });
  watcher.on('error', () => undefined);
  await watcher.connect();
  author = await t.signIn('STUDENT');
  reader = await t.signIn('STUDENT');
  postId = await createThread(t, author, 'FREE');
  await writeComment(t, author, postId);
});
afterAll(async () => {
  await replica.close();
  await t.close();
  await pair.stop();
});

const get = (url: string, as = reader) => t.call('GET', url, { as });
const comments = async () => (await get(`/api/post/${postId}/comments`)).json.comments;
const search = (query: string) =>
  get(`/api/post?boardType=FREE&filter=title&query=${encodeURIComponent(query)}`);
const titlesOf = ({ json }: Awaited<ReturnType<typeof get>>) =>
  json.pageResponse.posts.map(({ title }: { title: string }) => title);
const logged = (text: string) => t.logs.filter((line) => line.includes(text)).length;

async function until(isThere: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; !(await isThere()); n += 1) {
    if (n === 4_000) throw new Error(`never happened: ${isThere}`);
    await delay(5);
  }
}

/** Until the replica has everything, and reads go there. */
async function untilCaughtUp(): Promise<void> {
  await t.services.visits.settle();
  const { rows } = await t.db.execute<{ at: string }>(
    sql`select pg_current_wal_insert_lsn()::text as at`,
  );
  await until(async () => {
    const found = await watcher.query('select pg_last_wal_replay_lsn() >= $1 as there', [
      rows[0]?.at,
    ]);
    return found.rows[0].there && replica.isUp() === true;
  });
}

/** Repeats the call, of which no two are the same, until the replica was not a moment behind. */
async function expectReadThere(call: (n: number) => Promise<{ status: number }>) {
  for (let n = 1; n < 100; n += 1) {
    await untilCaughtUp();
    places.length = 0;
    expect((await call(n)).status).toBe(200);
    if (places.length > 0 && places.at(-1) === 'replica') return;
  }
  throw new Error(`never read on the replica, but: ${places}`);
}

async function pauseReplay(): Promise<void> {
  await untilCaughtUp();
  await watcher.query('select pg_wal_replay_pause()');
  await until(async () => {
    const { rows } = await watcher.query('select pg_get_wal_replay_pause_state() as state');
    return rows[0].state === 'paused';
  });
}

const resumeReplay = () => watcher.query('select pg_wal_replay_resume()');

describe('with a replica [REL-120]', () => {
  it('a database that is none is never read', async () => {
    const { log, ...primary } = { ...pair.database, log: t.services.log };
    const wrong = openReplica({ primary: primary.db, url: primary.url, log, probeMs: 20 });
    await until(() => logged('is no streaming replica of DATABASE_URL') === 1);
    expect(wrong.isUp()).toBe(false);
    expect(await wrong.read(0, async () => 'read')).toBe('read');
    await wrong.close();
  });

  it('comments, lists and searches are read there', async () => {
    const list = (query: string) => get(`/api/post?${query}`);
    await expectReadThere(() => get(`/api/post/${postId}/comments`));
    await expectReadThere(() => list('boardType=POPULAR'));
    await expectReadThere((n) => search(`없는 글 ${n}`));
    await expectReadThere((n) => list(`boardType=FREE&size=${n}`));
    expect(await comments()).toHaveLength(1);
    expect((await get('/api/health')).json).toMatchObject({
      status: 'ok',
      engines: expect.arrayContaining([{ name: 'replica', state: 'up' }]),
    });
  });

  it('a read without a position, such as that of a job, is one of the primary', async () => {
    await untilCaughtUp();
    const isReplica = (position: number | undefined) =>
      replica.read(position, async (on) => {
        const { rows } = await on.execute(sql`select pg_is_in_recovery() as found`);
        return rows[0]?.found;
      });
    expect([await isReplica(undefined), await isReplica(1)]).toEqual([false, true]);
    expect(await withoutReplica(t.db).read(1, async (on) => on === t.db)).toBe(true);
  });

  it('one that is behind serves nobody who must see more: writes, roles and blocks are seen at once', async () => {
    const admin = await t.signIn('ADMIN');
    await pauseReplay();
    // Read before, so that lists are in memory.
    expect(titlesOf(await get('/api/post?boardType=FREE'))).toHaveLength(1);
    const body = { content: '방금 쓴 댓글' };
    const written = await t.call('POST', `/api/post/${postId}/comments`, { as: reader, body });
    expect(written.status).toBe(201);
    await until(async () => {
      await comments();
      return !replica.isUp();
    });
    const said = logged('the replica is behind');
    expect(said).toBeGreaterThan(0);
    expect(await comments()).toHaveLength(2);
    const added = await createThread(t, author, 'FREE');
    expect(titlesOf(await get('/api/post?boardType=FREE'))).toHaveLength(2);
    await t.db.execute(sql`update posts set title = '새 항로' where id = ${added}`);
    expect(titlesOf(await search('새 항로'))).toEqual(['새 항로']);
    await t.call('POST', '/api/friend/block', { as: reader, body: { id: author.id } });
    expect((await comments())[0].blocked).toBe(true);
    expect((await get('/api/admin/settings', admin)).status).toBe(200);
    await t.db.execute(sql`delete from member_roles where member_id = ${admin.id}`);
    expect((await get('/api/admin/settings', admin)).status).toBe(403);

    expect(replica.isUp()).toBe(false);
    // Once, however often it is asked meanwhile.
    expect(logged('the replica is behind')).toBe(said);
    expect((await get('/api/health')).json).toMatchObject({
      status: 'ok',
      engines: expect.arrayContaining([{ name: 'replica', state: 'down' }]),
    });
    await resumeReplay();
    await untilCaughtUp();
    await expectReadThere(() => get(`/api/post/${postId}/comments`));
    expect(await comments()).toHaveLength(2);
  });

  it('no request fails when it is killed', async () => {
    await untilCaughtUp();
    const calls = Array.from({ length: 20 }, () => get(`/api/post/${postId}/comments`));
    await pair.killReplica();
    const all = [...(await Promise.all(calls)), await get(`/api/post/${postId}/comments`)];
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    await until(() => replica.isUp() === false);
    expect(await comments()).toHaveLength(2);
    expect((await get('/api/health')).json).toMatchObject({
      status: 'ok',
      engines: expect.arrayContaining([{ name: 'replica', state: 'down' }]),
    });
    expect(logged('the replica does not respond')).toBeGreaterThan(0);
  });
});
