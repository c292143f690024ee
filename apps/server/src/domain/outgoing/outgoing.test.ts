import { cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect, type DatabaseClient } from '../../db/client.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectAsServer } from '../../testing/serving-role.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Place } from './outgoing.repo.ts';
import { createOutgoing, findPlace } from './outgoing.ts';

const REAL = 'https://community.example.ac.kr';
const log = pino({ level: 'silent' });
const clock = createTestClock();

let database: TestDatabase;
/** Of the database, closed while it is copied. */
let t: DatabaseClient;
let folder: string;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  t = connect(database.url, { onError: () => undefined });
});
beforeEach(async () => {
  await t.db.execute(sql`delete from outgoing`);
  folder = await makeDataFolder('naru-outgoing-');
  await mkdir(join(folder, 'postgres'));
});
afterEach(async () => {
  for (const run of cleanUps.splice(0)) await run();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => t.close().then(database.drop));

interface Start {
  on?: Pick<DatabaseClient, 'db'>;
  url?: string;
  /** Of an embedded database. */
  dataDir?: string;
}

/** What a start does before anything leaves; returns why everything outgoing is held. */
async function start({ on = t, url = REAL, dataDir }: Start = {}) {
  const outgoing = createOutgoing({ db: on.db, clock, log });
  const DATABASE_URL = dataDir === undefined ? 'postgres://own' : undefined;
  await outgoing.settle(
    await findPlace(on.db, { PUBLIC_URL: url, DATABASE_URL, DATA_DIR: dataDir ?? folder }),
  );
  return (await outgoing.findHold())?.reason ?? null;
}

/** The database under another name, as `createdb --template` copies it. */
async function copyDatabase(): Promise<DatabaseClient> {
  const [admin, name] = [new URL(inject('adminUrl')), `copy_${Date.now()}`];
  const { pathname } = new URL(database.url);
  const run = async (statement: string) => {
    const client = connect(admin.href, { onError: () => undefined, max: 1 });
    await client.db.execute(statement).finally(() => client.close());
  };
  // No other connection may be there while it is copied.
  await t.close();
  await run(`create database ${name} template ${pathname.slice(1)} strategy file_copy`);
  t = connect(database.url, { onError: () => undefined });
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const copy = connect(url.href, { onError: () => undefined });
  cleanUps.push(async () => {
    await copy.close();
    await run(`drop database ${name} with (force)`);
  });
  return copy;
}

describe('the place of a database', () => {
  it('is taken as it is by a new site and by an upgrade, and known again [OPS-160]', async () => {
    expect([await start(), await start()]).toEqual([null, null]);
    expect(await start({ url: `${REAL}/` })).toBeNull();
  });

  it('is another one in a copy of the database [OPS-160]', async () => {
    await start();
    const copy = await copyDatabase();
    expect(await start({ on: copy })).toBe('COPIED');
    expect(await start()).toBeNull();
  });

  it('is another one where a dump was restored over the same database [OPS-160]', async () => {
    await start();
    await t.db.execute(sql`create table dumped as select * from outgoing`);
    await t.db.execute(sql`create table anew (like outgoing including all)`);
    await t.db.execute(sql`insert into anew select * from dumped`);
    await t.db.execute(sql`drop table dumped, outgoing`);
    await t.db.execute(sql`alter table anew rename to outgoing`);
    expect(await start()).toBe('COPIED');
  });

  it.each<[keyof Place, string]>([
    ['system', '1'],
    ['database', '1'],
  ])('is another one with another %s [OPS-160]', async (part, value) => {
    await start();
    await t.db.execute(
      sql`update outgoing set place = place || jsonb_build_object(${part}::text, ${value}::text)`,
    );
    expect(await start()).toBe('COPIED');
  });

  it('is compared by what is known of both, as where the cluster is not [OPS-160]', async () => {
    await start();
    await t.db.execute(sql`update outgoing set place = place || '{"system": null}'`);
    expect(await start()).toBeNull();
  });

  it('is found with the rights of a server [OPS-160]', async () => {
    const serving = await connectAsServer({ ...database, ...t });
    try {
      expect(await start({ on: serving })).toBeNull();
      const { rows } = await t.db.execute(sql`select place ->> 'system' as system from outgoing`);
      expect(rows[0]?.system).toMatch(/^\d{10,}$/);
    } finally {
      await serving.close();
      await serving.dropRole();
    }
  });

  it('of an embedded database is another one in a copied folder, not in a moved one [OPS-160]', async () => {
    const at = (dataDir: string) => start({ dataDir });
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18');
    expect(await at(folder)).toBeNull();
    await utimes(join(folder, 'postgres'), new Date(0), new Date(0));
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), '1');
    expect(await at(folder)).toBeNull();
    const [moved, copied] = [`${folder}-moved`, `${folder}-copied`];
    cleanUps.push(() => rm(moved, { recursive: true, force: true }));
    cleanUps.push(() => rm(copied, { recursive: true, force: true }));
    await rename(folder, moved);
    expect(await at(moved)).toBeNull();
    await cp(moved, copied, { recursive: true, preserveTimestamps: true });
    expect(await at(copied)).toBe('COPIED');
  });

  it.each([
    ['of another site', REAL, 'https://restored.example.ac.kr', 'READDRESSED'],
    ['of another port', `${REAL}:8443`, REAL, 'READDRESSED'],
    ['of the machine of a developer', REAL, 'http://localhost:3000', 'READDRESSED'],
    ['of a trial on another port', 'http://127.0.0.1:3000', 'http://localhost:3001', null],
    ['of a trial that became a site', 'http://127.0.0.1:3000', REAL, null],
  ])('has the address %s [OPS-160]', async (_, before, now, expected) => {
    await start({ url: before });
    expect(await start({ url: now })).toBe(expected);
  });

  it('may be any after a trial that nobody could reach, such as a copy of the demo [OPS-160]', async () => {
    const url = 'http://127.0.0.1:3000';
    await start({ url });
    expect(await start({ on: await copyDatabase(), url })).toBeNull();
  });
});

describe('what is held', () => {
  it('stays held over restarts and in the place of before [OPS-161]', async () => {
    await start();
    expect(await start({ url: 'https://other.example' })).toBe('READDRESSED');
    expect(await start({ url: 'https://other.example' })).toBe('READDRESSED');
    expect(await start()).toBe('READDRESSED');
  });

  it('is held once, since the first of several starts, for all of them [OPS-161]', async () => {
    await start();
    const since = clock.now();
    await Promise.all(Array.from({ length: 5 }, () => start({ url: 'https://other.example' })));
    clock.advance(60);
    await start({ url: 'https://third.example' });
    const hold = await createOutgoing({ db: t.db, clock, log }).findHold();
    expect(hold).toEqual({ since, reason: 'READDRESSED' });
  });

  it('is held by the next start when one was killed between detection and hold [OPS-161]', async () => {
    await start();
    await t.db.execute(sql`create function killed() returns trigger language plpgsql as
      $$ begin raise 'killed'; end $$`);
    await t.db.execute(sql`create trigger killed before update on outgoing for each row
      when (new.held_since is not null) execute function killed()`);
    await expect(start({ url: 'https://other.example' })).rejects.toThrow();
    await t.db.execute(sql`drop function killed cascade`);
    expect(await start({ url: 'https://other.example' })).toBe('READDRESSED');
  });

  it('is what a restore says, also before the first start in its place [OPS-161]', async () => {
    await start();
    const outgoing = createOutgoing({ db: t.db, clock, log });
    await outgoing.hold('RESTORED');
    expect(await start({ url: 'https://drill.example' })).toBe('RESTORED');
    await outgoing.hold('ASKED');
    expect(await start({ url: 'https://drill.example' })).toBe('RESTORED');
    expect(await outgoing.findWarnings()).toEqual([
      expect.stringMatching(/restored from a backup.*npm run resume/),
    ]);
  });
});
