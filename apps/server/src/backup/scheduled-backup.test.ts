import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScheduledBackup } from './scheduled-backup.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'naru-scheduled-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const warningsOf = (folder: string, plan: { hour: number; minute: number; keep: number } | null) =>
  createScheduledBackup({
    plan,
    folder,
    program: 'main.js',
    keepErasures: async () => ({}),
  }).findWarnings();
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
