import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { reportOn } from '../domain/backups/backup-report.ts';
import {
  noteDaily,
  noteEndOfTry,
  noteSuccess,
  readBackupState,
} from '../domain/backups/backup-state.repo.ts';
import { systemClock } from '../platform/clock.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { createScheduledBackup } from './scheduled-backup.ts';

let root: string;
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  root = await mkdtemp(join(tmpdir(), 'naru-scheduled-'));
});
afterAll(async () => {
  await t.close();
  await rm(root, { recursive: true, force: true });
});

type Plan = { hour: number; minute: number; keep: number };

const warn = vi.fn();
const schedule = (folder: string, plan: Plan | null) =>
  createScheduledBackup({
    ...{ db: t.db, clock: systemClock, log: { ...t.services.log, warn } },
    plan,
    proof: null,
    folder,
    program: join(inject('programs'), 'main.js'),
    completeErasures: async () => ({}),
  });
const warningsOf = (folder: string, plan: Plan | null) => schedule(folder, plan).findWarnings();
const PLAN = { hour: 4, minute: 0, keep: 14 };

describe('the folder of scheduled backups', () => {
  it('is named at the start when nothing can be written there [OPS-46]', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    const [warning, ...others] = await warningsOf(join(file, 'backups'), PLAN);
    expect(warning).toMatch(/^No backup will be made, because BACKUP_DIR .+ReadWritePaths$/);
    expect(others).toEqual([]);
    expect(await warningsOf(join(file, 'backups'), null)).toEqual([]);
  });

  it('is made when it is missing, for its owner alone', async () => {
    const folder = join(root, 'new', 'backups');
    expect(await warningsOf(folder, PLAN)).toEqual([]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});

const settingsOf = (env: Record<string, string>) => ({
  ...{ DATABASE_URL: t.database.url, DATA_DIR: root, TOKEN_SECRET: TEST_SECRET },
  ...env,
});

describe('a scheduled backup', () => {
  /** The settings of the server, which its process inherits. */
  const inherit = (env: Record<string, string>) => {
    for (const [name, value] of Object.entries(settingsOf(env))) vi.stubEnv(name, value);
  };

  it('is noted in the database with its success, its failure and why [OPS-153]', async () => {
    const file = join(root, 'in-the-way');
    await writeFile(file, '');
    const backups = schedule(root, PLAN);
    await backups.noteSchedule();
    expect(await readBackupState(t.db)).toMatchObject({
      dailyAt: expect.any(Date),
      triedAt: null,
      failure: null,
    });
    inherit({ BACKUP_DIR: join(file, 'backups') });
    await expect(backups.jobs.backup?.run()).rejects.toThrow('no backup was made');
    const failed = await readBackupState(t.db);
    expect(failed).toMatchObject({ failure: 'FOLDER', server: hostname(), succeededAt: null });
    expect(failed.failedAt?.getTime()).toBeGreaterThanOrEqual(failed.triedAt?.getTime() ?? 0);
    inherit({ BACKUP_DIR: join(root, 'made') });
    expect(await backups.jobs.backup?.run()).toEqual({ removed: 0 });
    const done = await readBackupState(t.db);
    expect(done).toMatchObject({ failure: null, succeededAt: done.triedAt });
  });

  it('that is ended before it is done has failed, as nothing else would say so [OPS-153]', async () => {
    const backups = schedule(root, PLAN);
    inherit({ BACKUP_DIR: join(root, 'ended') });
    const running = backups.jobs.backup?.run();
    const ended = expect(running).rejects.toThrow('its process was ended');
    const stopAndRead = () => {
      backups.stop();
      return readBackupState(t.db);
    };
    await expect.poll(stopAndRead).toMatchObject({ failure: 'INTERRUPTED' });
    await ended;
  });

  it('that does not reach the database is noted when it is there again [OPS-153]', async () => {
    const began = new Date();
    inherit({ DATABASE_URL: 'postgres://127.0.0.1:1/x', BACKUP_DIR: join(root, 'away') });
    await expect(schedule(root, PLAN).jobs.backup?.run()).rejects.toThrow('cannot be reached');
    const { failure, failedAt } = await readBackupState(t.db);
    expect([failure, failedAt && failedAt >= began]).toEqual(['OTHER', true]);
  });

  it('has succeeded also where an old one cannot be removed, which is a warning [OPS-166]', async () => {
    const folder = join(root, 'not-removed');
    // A folder of that name, because not even root can remove a folder as a file.
    const [stuck, old] = ['naru-20200101T000000Z.tar.gz', 'naru-20200102T000000Z.tar.gz'];
    await mkdir(join(folder, stuck), { recursive: true });
    await writeFile(join(folder, old), '');
    inherit({ BACKUP_DIR: folder });
    const { jobs } = schedule(folder, { ...PLAN, keep: 1 });
    expect(await jobs.backup?.run()).toEqual({ removed: 1 });
    expect(warn).toHaveBeenCalledWith(
      { warnings: expect.stringMatching(/^WARNING: An old backup was not removed: .*20200101/) },
      'a backup was made with warnings',
    );
    expect(await readBackupState(t.db)).toMatchObject({ failure: null });
  });

  it('has succeeded also where its program ends badly after that [OPS-166]', async () => {
    const began = new Date('2026-11-29T04:00:00Z');
    const later = (seconds: number) => new Date(began.getTime() + seconds * 1000);
    await t.db.execute(sql`delete from backup_state`);
    await noteSuccess(t.db, later(1));
    const end = (start: Date) =>
      noteEndOfTry(t.db, { began: start, now: later(90), failure: 'OTHER' });
    await end(began);
    expect(await readBackupState(t.db)).toMatchObject({ failure: null });
    await end(later(60));
    expect(await readBackupState(t.db)).toMatchObject({ failure: 'OTHER' });
  });
});

describe('one backup a day', () => {
  const DAY_AND_MORE = 27 * 60 * 60 * 1000;
  /** What every server reports tomorrow if no further backup is made. */
  const reportTomorrow = async () =>
    reportOn(await readBackupState(t.db), new Date(Date.now() + DAY_AND_MORE)).failure?.reason;
  beforeEach(() => t.db.execute(sql`delete from backup_state`));

  it('is expected of a command that says so, which no server takes back [OPS-165]', async () => {
    const env = settingsOf({ BACKUP_DIR: join(root, 'by-command') });
    expect(await runCli('backup-cli', [], env)).toMatchObject({ code: 0, error: '' });
    expect(await reportTomorrow()).toBeUndefined();
    expect(await runCli('backup-cli', ['--daily'], env)).toMatchObject({ code: 0, error: '' });
    expect(await reportTomorrow()).toBe('MISSED');
    await schedule(root, null).noteSchedule();
    expect(await reportTomorrow()).toBe('MISSED');
  });

  it('is expected of another tool by the statements of the guide [OPS-165]', async () => {
    const guide = await readFile(new URL('../../../../docs/operations/backup.md', import.meta.url));
    const [made = '', failed = '', ...others] =
      /```sql\n(insert into backup_state[\s\S]*?)\n```/.exec(String(guide))?.[1]?.split('\n') ?? [];
    expect(others).toEqual([]);
    await noteDaily(t.db, new Date(0), hostname());
    await t.db.execute(sql.raw(failed));
    expect(await readBackupState(t.db)).toMatchObject({ failure: 'OTHER', server: 'db-1' });
    await t.db.execute(sql.raw(made));
    expect(await readBackupState(t.db)).toMatchObject({ failure: null, dailyServer: null });
    expect(await reportTomorrow()).toBe('MISSED');
  });

  it('is not expected any more of a server that starts without BACKUP [OPS-165]', async () => {
    await noteDaily(t.db, new Date(), 'another server');
    await noteSuccess(t.db, new Date());
    await schedule(root, null).noteSchedule();
    expect(await reportTomorrow()).toBe('MISSED');
    await schedule(root, PLAN).noteSchedule();
    expect(await reportTomorrow()).toBe('MISSED');
    await schedule(root, null).noteSchedule();
    expect(await reportTomorrow()).toBeUndefined();
  });
});
