import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runAsAdmin } from '../testing/serving-role.ts';
import { applyMigration, migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations.ts';

/** A database of the release 0.2.0 with content. */
const name = `upgrade_${randomBytes(4).toString('hex')}`;
const url = new URL(inject('adminUrl'));
url.pathname = `/${name}`;
const released = Object.keys(
  JSON.parse(readFileSync(new URL('../../migrations/released.json', import.meta.url), 'utf8'))[
    '0.2.0'
  ],
);
const all = readMigrations();

let client: pg.Client;
beforeAll(async () => {
  await runAsAdmin(`create database ${name}`);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create schema drizzle; create table drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of all.filter((one) => released.includes(one.name))) {
    await applyMigration(client, migration);
  }
  await client.query(`
    insert into members (username, email, password_hash, name, nickname)
      values ('20200001', 'a@b.kr', 'x', '김학생', '바다'), ('20200002', 'b@b.kr', 'x', '이학생', '등대');
    insert into chat_rooms (low_id, high_id) select min(id), max(id) from members;
    insert into chat_room_members (room_id, member_id, unread_count)
      select chat_rooms.id, members.id, case when members.id = high_id then 1 else 0 end from chat_rooms, members;
    insert into chat_messages (room_id, sender_id, content) select id, low_id, '안녕' from chat_rooms;
    insert into posts (author_id, board_type, title, content, content_text)
      select min(id), 'FREE', '항해 일지', '<p>첫 글</p>', '첫 글' from members`);
});
afterAll(async () => {
  await client.end();
  await runAsAdmin(`drop database ${name} with (force)`);
});

async function historyOf(): Promise<string[]> {
  const { rows } = await client.query(
    'select created_at as at from drizzle.__drizzle_migrations order by id',
  );
  return rows.map(({ at }) => all.find((one) => one.at === Number(at))?.name ?? String(at));
}

async function untilWaits(): Promise<number> {
  for (;;) {
    const { rows } = await client.query(
      `select pid from pg_locks where not granted and locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rows[0] !== undefined) return rows[0].pid;
  }
}

describe('an upgrade of 0.2.0 with content [REL-15]', () => {
  it('begins with a history of released migrations only', async () => {
    expect(released).toContain('0000_init');
    expect(await historyOf()).toEqual(released);
  });

  it('killed midway, is completed once by a server that waits, and loses no row', async () => {
    const blocker = new pg.Client({ connectionString: url.href });
    await blocker.connect();
    await blocker.query('begin; lock table posts in access share mode');
    const lines: string[][] = [[], []];
    const start = (n: number) =>
      migrateDatabase(url.href, { durable: false, log: (line) => lines[n]?.push(line) });
    const first = start(0).catch((error: Error) => error);
    const pid = await untilWaits();
    const second = start(1);
    while (lines[1]?.length !== 1) await client.query('select 1');
    await client.query('select pg_terminate_backend($1)', [pid]);
    expect(await first).toBeInstanceOf(Error);
    const half = await historyOf();
    expect(half.length).toBeGreaterThan(released.length);
    expect(half.length).toBeLessThan(all.length);
    await untilWaits();
    await blocker.end();
    await second;

    expect(await historyOf()).toEqual(all.map((one) => one.name));
    const lineOf = (migration: string | undefined) => `Migrating the database: ${migration}`;
    const left = all.slice(half.length).map((one) => lineOf(one.name));
    expect(lines[0]).toEqual(
      all.slice(released.length, half.length + 1).map((one) => lineOf(one.name)),
    );
    expect(lines[1]).toEqual(['Waiting for another server that migrates the database', ...left]);
    const { rows } = await client.query(
      `select title, nickname, cardinality(tsvector_to_array(tokens)) > 0 as "isFound"
        from posts join members on members.id = posts.author_id
        join post_search on post_search.post_id = posts.id`,
    );
    expect(rows).toEqual([{ title: '항해 일지', nickname: '바다', isFound: true }]);
  });

  it('keeps the chats of two, in which the release before goes on writing [CHAT-98]', async () => {
    await client.query(`insert into chat_messages (room_id, sender_id, client_id, content, is_withheld)
      select id, high_id, 'client-0001', '응', false from chat_rooms`);
    const { rows } = await client.query(`
      select content, reply_to_id as "replyTo", is_removed as "isRemoved", is_muted as "isMuted",
        left_at as "leftAt", unread_count as unread, lecture_id as lecture
      from chat_messages m join chat_rooms r on r.id = m.room_id
        join chat_room_members s on s.room_id = r.id and s.member_id = r.high_id order by m.id`);
    const rest = { replyTo: null, isRemoved: false, isMuted: false, leftAt: null, lecture: null };
    expect(rows).toEqual(['안녕', '응'].map((content) => ({ ...rest, content, unread: 1 })));
    const mixed =
      'insert into chat_rooms (low_id, high_id, lecture_id) select min(id), max(id), 1 from members';
    for (const wrong of [mixed, 'insert into chat_rooms (low_id) select min(id) from members']) {
      await expect(client.query(wrong)).rejects.toMatchObject({ code: '23514' });
    }
  });

  it('gives way to those who use its tables, and tries again', async () => {
    const { hash } = all[0] ?? { hash: '' };
    const migration = {
      statements: ['alter table posts add column tried text'],
      isAtomic: true,
      hash,
      at: 0,
    };
    const reader = new pg.Client({ connectionString: url.href });
    await reader.connect();
    await reader.query('begin; select from posts');
    const applied = applyMigration(client, migration, { lockMs: 5 });
    // Waits behind the migration for no longer than that waits itself.
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    await other.query('select from posts');
    await reader.end();
    await applied;
    expect((await other.query('select tried from posts')).rows).toEqual([{ tried: null }]);
    await other.end();
  });

  it('tries again after a deadlock with those who use two of its tables', async () => {
    const statements = [
      'alter table posts add column tried_first text',
      'select pg_advisory_xact_lock(1)',
      'alter table comments add column tried_second text',
    ];
    const connect = async () => {
      const one = new pg.Client({ connectionString: url.href });
      await one.connect();
      return one;
    };
    const [holder, reader] = [await connect(), await connect()];
    const waiting = async () =>
      (
        await holder.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rowCount;
    await holder.query('select pg_advisory_lock(1)');
    // The migration alone looks for deadlocks meanwhile, so that it is the one that ends.
    await reader.query(`set deadlock_timeout = '1min'`);
    await client.query(`set deadlock_timeout = '10ms'`);
    await reader.query('begin; select from comments');
    const migration = { statements, isAtomic: true, hash: '', at: 2 };
    const applied = applyMigration(client, migration, { lockMs: 60_000 });
    await expect.poll(waiting).toBe(1);
    const read = reader.query('select from posts');
    await expect.poll(waiting).toBe(2);
    await holder.query('select pg_advisory_unlock(1)');
    await read;
    await reader.query('commit');
    await applied;
    const { rows } = await holder.query('select tried_first, tried_second from posts, comments');
    expect(rows).toEqual([]);
    await Promise.all([holder.end(), reader.end()]);
  });

  it('runs statements that allow no transaction on their own, and again after a failure', async () => {
    const statements = [
      'drop index concurrently if exists posts_tried_idx',
      'create index concurrently posts_tried_idx on posts (tried)',
    ];
    const migration = { statements, isAtomic: false, hash: '', at: 1 };
    const broken = { ...migration, statements: [...statements, 'select 1 / 0'] };
    await expect(applyMigration(client, broken)).rejects.toMatchObject({ code: '22012' });
    expect(await historyOf()).not.toContain('1');
    await applyMigration(client, migration);
    expect(await historyOf()).toContain('1');
    const { rows } = await client.query(
      `select indisvalid from pg_index where indexrelid = 'posts_tried_idx'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
