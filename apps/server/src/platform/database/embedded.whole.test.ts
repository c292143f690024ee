import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { killOwners, startOwner } from '../../testing/database-owner.ts';
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  runningUrl,
  startEmbedded,
} from './embedded.ts';
import { takeOver } from './leftover.ts';
import { isRunning, waitUntil } from './processes.ts';

let folder: string;
let lines: string[];
const started: EmbeddedDatabase[] = [];

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataDir: folder,
    log: (line) => lines.push(line),
    onUnexpectedExit: (reason) => lines.push(`gone: ${reason}`),
    ...options,
  });
  started.push(database);
  return database;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts a statement that never looks whether its database still runs; returns its process id. */
async function startEndless(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  client.query('do $$ begin loop perform 1; end loop; end $$').catch(() => undefined);
  const active = "select count(*)::int from pg_stat_activity where query like 'do $$%'";
  await waitUntil(async () => (await query(url, active))[0] === 1, 20_000);
  return rows[0].pid;
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

beforeEach(async () => {
  folder = await makeDataFolder('naru db ');
  lines = [];
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
  await killOwners();
  await rm(folder, { recursive: true, force: true });
});

describe('startEmbedded', () => {
  it('creates a cluster, keeps data across a restart, and leaves no process', async () => {
    const first = await start();
    await query(first.url, "create table note as select '바다' as text");
    const pid = await postmaster();
    await first.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const second = await start();
    expect(await query(second.url, 'select text from note')).toEqual(['바다']);
  });

  it('refuses a second start on the same folder and leaves the first one running', async () => {
    // Too long for a socket: the database listens on the loopback address.
    const dataDir = join(folder, '긴 이름'.repeat(12));
    const first = await start({ dataDir, durable: false });
    expect(new URL(first.url).hostname).toBe('127.0.0.1');
    expect(await runningUrl(dataDir)).toBe(first.url);
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    expect(await query(first.url, 'select 1')).toEqual([1]);
  });

  it('removes what an interrupted creation left', async () => {
    await mkdir(join(folder, 'postgres.new-cut', 'base'), { recursive: true });
    await writeFile(join(folder, 'postgres.new-cut', 'PG_VERSION'), '18\n');
    await start({ durable: false });
    const names = await readdir(folder);
    expect(names.filter((name) => name.includes('new'))).toEqual([]);
  });

  it('explains in one sentence why it refuses a foreign or outdated folder', async () => {
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'letter.txt'), 'mine');
    await expect(start()).rejects.toMatchObject({ code: 'FOLDER_UNUSABLE' });
    await rm(join(folder, 'postgres-password'));
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow('postgres-password is missing');
    await writeFile(join(folder, 'postgres-password'), 'secret\n');
    await expect(start()).rejects.toThrow('written by PostgreSQL 9');
  });
});

/** Creating a cluster takes half a second of CPU, so these share one and use tables of their own. */
describe('startEmbedded on an existing cluster', () => {
  let empty: string;
  let shared: string;

  beforeAll(async () => {
    shared = await makeDataFolder('naru db ');
    const options = { log: () => undefined, onUnexpectedExit: () => undefined };
    await (await startEmbedded({ dataDir: shared, durable: false, ...options })).stop();
  });
  afterAll(() => rm(shared, { recursive: true, force: true }));
  beforeEach(() => {
    empty = folder;
    folder = shared;
  });
  afterEach(() => {
    folder = empty;
  });

  it('is durable, uses UTF-8 and listens on a socket of its account with a password only [REL-02]', async () => {
    const { url } = await start();
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding'];
    const values = settings.map((name) => `current_setting('${name}')`);
    expect(await query(url, `select ${values}`)).toEqual(['on', 'on', 'on', 'UTF8']);
    expect(await query(url, "select current_setting('listen_addresses')")).toEqual(['']);
    expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600);
    const stranger = new URL(url);
    stranger.password = 'wrong';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password');
  });

  it('treats Hangul as letters, which the trigram search needs', async () => {
    const { url } = await start({ durable: false });
    await query(url, 'create extension pg_trgm');
    expect(await query(url, "select cardinality(show_trgm('한글'))")).toEqual([3]);
  });

  it('restarts with its data on the same URL when the database is killed [REL-01]', async () => {
    const { url } = await start();
    expect(await runningUrl(folder)).toBe(url);
    await query(url, 'create table before_kill as select 7 as n');
    process.kill(await postmaster(), 'SIGKILL');
    expect(await waitUntil(() => lines.includes('The database is back.'), 20_000)).toBe(true);
    expect(await query(url, 'select n from before_kill')).toEqual([7]);
    expect(lines.filter((line) => line.startsWith('gone'))).toEqual([]);
  });

  it('takes over the data of a server killed with -9 [REL-01]', async () => {
    const owner = await startOwner(folder, 'database');
    await query(owner.answer, 'create table of_orphan as select 7 as n');
    const orphan = await postmaster();
    await owner.kill();
    expect(() => process.kill(orphan, 0)).not.toThrow();
    const { url } = await start();
    expect(await query(url, 'select n from of_orphan')).toEqual([7]);
    expect(await postmaster()).not.toBe(orphan);
  });

  it('starts at once after server and database were killed together, each time [REL-121]', async () => {
    let owner = await startOwner(folder, 'database');
    await query(owner.answer, 'create table of_pair as select 0 as n');
    for (const n of [1, 2]) {
      await query(owner.answer, `insert into of_pair values (${n})`);
      process.kill(await postmaster(), 'SIGKILL');
      await owner.kill();
      owner = await startOwner(folder, 'database');
    }
    expect(await query(owner.answer, 'select n from of_pair order by n')).toEqual([0, 1, 2]);
    const busy = await startEndless(owner.answer);
    process.kill(await postmaster(), 'SIGKILL');
    await owner.kill();
    expect(await isRunning(busy)).toBe(true);
    const { url } = await start();
    expect(await isRunning(busy)).toBe(false);
    expect(lines.join()).toContain(`Waiting for the end of a killed database (process ${busy})`);
    expect(await query(url, 'select n from of_pair order by n')).toEqual([0, 1, 2]);
  });

  it.runIf(process.platform === 'linux')('takes over from a zombie [REL-121]', async () => {
    await (await start({ durable: false })).stop();
    // A shell would wait for its child; what replaces it does not.
    const script = 'cat <&3 >/dev/null & echo $!; exec sleep 60 3<&-';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    try {
      const zombie = Number(String((await once(parent.stdout as Readable, 'data'))[0]));
      const isReplaced = async () =>
        (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n';
      expect(await waitUntil(isReplaced, 20_000)).toBe(true);
      (parent.stdio[3] as Writable).end();
      expect(await waitUntil(async () => !(await isRunning(zombie)), 20_000)).toBe(true);
      expect(() => process.kill(zombie, 0)).not.toThrow();
      await writeFile(join(folder, 'postgres', 'postmaster.pid'), `${zombie}\n`);
      const { url } = await start({ durable: false });
      expect(await query(url, 'select 1')).toEqual([1]);
    } finally {
      parent.kill();
    }
  });

  it('leaves the lock of a database that it cannot see, and the database of another folder [REL-121]', async () => {
    const { url } = await start({ durable: false });
    const pidFile = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    const [, , since, port, socketFolder, address, memory] = pidFile.split('\n');
    const other = await mkdtemp(join(empty, 'other-'));
    const path = join(other, 'postmaster.pid');
    const lock = (...fields: unknown[]) =>
      [process.pid, other, since, ...fields].map((field) => `${field}\n`).join('');
    const held = [lock('', '', address, memory)];
    const listener = createServer();
    if (socketFolder) {
      await new Promise<void>((done) => listener.listen(join(other, `.s.PGSQL.${port}`), done));
      held.push(lock(port, other, '', ''));
    }
    for (const text of held) {
      await writeFile(path, text);
      await expect(takeOver(other, { log: () => undefined })).rejects.toMatchObject({
        code: 'FOLDER_IN_USE',
      });
      expect(await readFile(path, 'utf8')).toBe(text);
    }
    await new Promise((done) => listener.close(done));
    await writeFile(path, `${await postmaster()}\n${other}\n`);
    await takeOver(other, { log: () => undefined });
    expect(await readdir(other)).toEqual([]);
    expect(await query(url, 'select 1')).toEqual([1]);
  });

  it('does not stop an unrelated process whose id is in a stale postmaster.pid [REL-121]', async () => {
    const first = await start({ durable: false });
    await first.stop();
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      await writeFile(join(folder, 'postgres', name), `${process.pid}\n`);
    }
    const { url } = await start({ durable: false });
    expect(await query(url, 'select 1')).toEqual([1]);
  });
});

describe.runIf(process.getuid?.() === 0)('startEmbedded as root [REL-04]', () => {
  const forbidden = { unshare: '/bin/false' };

  async function owner(): Promise<number> {
    return (await stat(join(folder, 'postgres', 'PG_VERSION'))).uid;
  }

  it('runs in place below a folder that only root may enter', async () => {
    await chmod(folder, 0o700);
    const { url } = await start({ durable: false });
    expect(await query(url, 'select 1')).toEqual([1]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('runs in place as an ordinary account where user namespaces are forbidden', async () => {
    const { url } = await start({ durable: false, machine: forbidden });
    expect(await query(url, 'select 1')).toEqual([1]);
    expect(await owner()).not.toBe(0);
  });

  it('keeps the files in a shared folder where neither works, and finds them again', async () => {
    await chmod(folder, 0o700);
    const shared = await mkdtemp('/var/tmp/naru-shared-');
    try {
      const machine = { ...forbidden, sharedRoot: shared };
      const first = await start({ durable: false, machine });
      await query(first.url, 'create table note as select 7 as n');
      await first.stop();
      expect(lines.join('\n')).toContain('Include that folder in backups');
      const { url } = await start({ durable: false, machine });
      expect(await query(url, 'select n from note')).toEqual([7]);
      await Promise.all(started.splice(0).map((database) => database.stop()));
    } finally {
      await rm(shared, { recursive: true, force: true });
    }
  });

  it('keeps using data created as root when user namespaces are forbidden later', async () => {
    const first = await start({ durable: false });
    await query(first.url, 'create table note as select 7 as n');
    await first.stop();
    const { url } = await start({ durable: false, machine: forbidden });
    expect(await query(url, 'select n from note')).toEqual([7]);
  });
});
