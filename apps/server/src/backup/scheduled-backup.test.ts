import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readBackupState } from '../domain/backups/backup-state.repo.ts';
import { systemClock } from '../platform/clock.ts';
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

const schedule = (folder: string, plan: Plan | null) =>
  createScheduledBackup({
    ...{ db: t.db, clock: systemClock },
    plan,
    folder,
    program: join(inject('programs'), 'main.js'),
    keepErasures: async () => ({}),
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

describe('a scheduled backup', () => {
  /** The settings of the server, which its process inherits. */
  const inherit = (env: Record<string, string>) => {
    const settings = { DATABASE_URL: t.database.url, DATA_DIR: root, TOKEN_SECRET: TEST_SECRET };
    for (const [name, value] of Object.entries({ ...settings, ...env })) vi.stubEnv(name, value);
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
});
