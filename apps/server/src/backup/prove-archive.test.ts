import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROOF_LOCK } from '../db/locks.ts';
import { listRecorded } from '../domain/backups/backup-archives.repo.ts';
import { readProofState } from '../domain/backups/backup-proof.repo.ts';
import { runAsAdmin } from '../testing/serving-role.ts';
import { runCli } from '../testing/started-program.ts';
import { TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { type BackupSite, createBackupSite, keys } from './backup.fixture.ts';
import type { Backup } from './create-backup.ts';
import { proofFailureOf } from './errors.ts';
import { type ProofRequest, proveArchive } from './prove-archive.ts';
import { createScratch, removeLeftover } from './scratch.ts';
import { requireSpace } from './space.ts';
import { connectForCopy } from './tables.ts';

let site: BackupSite;
let t: TestApp;
let backup: Backup;
beforeAll(async () => {
  site = await createBackupSite();
  ({ t } = site);
  backup = await site.backUp('good.tar.gz');
});
afterAll(() => site.close());

const prove = (more: Partial<ProofRequest> = {}) =>
  proveArchive({
    ...{ path: backup.path, keys, url: t.database.url, databaseFolder: null },
    check: async () => 0,
    ...more,
  });
const failureOf = (proof: Promise<unknown>) =>
  proof.then(
    () => null,
    (error: unknown) => proofFailureOf(error),
  );

/** Names of scratch databases on the server, of this site. */
async function scratches(): Promise<string[]> {
  const client = new pg.Client({ connectionString: t.database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname = 'naru_proof_' || substr(md5(current_database()), 1, 12)`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

describe('a proof', () => {
  it('restores the archive beside the real database, compares it, checks it and removes it [OPS-402]', async () => {
    const steps: string[] = [];
    const before = await t.db.execute('select count(*)::int as n from posts');
    const proof = await prove({
      onStep: (step, done, total) => steps.push(`${step} ${done}/${total}`),
      async check(url) {
        expect(await scratches()).toHaveLength(1);
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        const { rows } = await client.query('select title from posts order by id');
        await client.end();
        expect(rows).toContainEqual({ title: '탭\t줄\n끝 \\N' });
        return 3;
      },
    });
    const { tables, files } = backup.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    expect(proof).toEqual({ tables: tables.length, rows, files: files.count, faults: 3 });
    expect(files.count).toBeGreaterThan(0);
    expect(await scratches()).toEqual([]);
    expect((await t.db.execute('select count(*)::int as n from posts')).rows).toEqual(before.rows);
    expect(steps.filter((one) => one.startsWith('READING')).length).toBeGreaterThan(1);
    expect(steps.at(-1)).toBe(`COMPARING ${tables.length}/${tables.length}`);
  });

  it('fails for what is cut, altered, encrypted or of another secret, and leaves nothing [OPS-402]', async () => {
    const damaged = join(site.folder, 'damaged.tar.gz');
    const { size } = await stat(backup.path);
    await writeFile(damaged, await readFile(backup.path));
    const file = await open(damaged, 'r+');
    await file.write(Buffer.from([1, 2, 3, 4]), 0, 4, Math.floor(size / 2));
    await file.close();
    const cut = join(site.folder, 'cut.tar.gz');
    await writeFile(cut, (await readFile(backup.path)).subarray(0, size - 100));
    const recipients = ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'];
    const locked = await site.backUp('locked.tar.gz.age', { recipients });
    const other = { identities: [], secrets: [TEST_SECRET.replaceAll('a', 'b').concat('!')] };
    expect(await failureOf(prove({ path: damaged }))).toBe('DAMAGED');
    expect(await failureOf(prove({ path: cut }))).toBe('DAMAGED');
    expect(await failureOf(prove({ path: locked.path }))).toBe('LOCKED');
    expect(await failureOf(prove({ keys: other }))).toBe('DAMAGED');
    expect(await scratches()).toEqual([]);
  });

  it('names the right that its role lacks [OPS-402]', async () => {
    const role = `prover_${process.pid}`;
    await runAsAdmin(`create role ${role} login nocreatedb password '${role}'`);
    const url = new URL(t.database.url);
    url.username = role;
    url.password = role;
    const proof = prove({ url: url.href });
    await expect(proof).rejects.toThrow(`alter role ${role} createdb`);
    expect(await failureOf(proof)).toBe('RIGHT');
    await runAsAdmin(`drop role ${role}`);
  });

  it('removes what it restored when the check fails, and what a killed one left [OPS-403]', async () => {
    const check = () => Promise.reject(new Error('no seal'));
    expect(await failureOf(prove({ check }))).toBe('OTHER');
    expect(await scratches()).toEqual([]);
    const client = await connectForCopy(t.database.url);
    await createScratch(client, t.database.url);
    expect(await scratches()).toHaveLength(1);
    await client.query('select pg_advisory_lock($1)', [PROOF_LOCK]);
    expect(await removeLeftover(t.database.url)).toBe(false);
    await client.end();
    await expect.poll(() => removeLeftover(t.database.url)).toBe(true);
    expect(await scratches()).toEqual([]);
  });

  it('waits for no other one and for no backup: it is not its turn [OPS-403]', async () => {
    let second: unknown;
    await prove({
      check: async () => {
        second = await prove().catch((error: Error) => error.message);
        return 0;
      },
    });
    expect(second).toMatch(/Another proof is running/);
    let during: unknown;
    await site.backUp('during.tar.gz', {
      onStep: async (step, done) => {
        if (step === 'TABLES' && done === 1)
          during = prove().catch((error: Error) => error.message);
      },
    });
    expect(await during).toMatch(/A backup of this database is running/);
  });

  it('does not begin without room for the database [OPS-402]', async () => {
    const look = async () => ({ free: 10_000_000, size: 1e9 });
    const full = requireSpace('/data', 20_000_000, look);
    await expect(full).rejects.toThrow('/data has 10 MB left and needs about 20 MB');
    expect(await failureOf(full)).toBe('DISK_FULL');
    await requireSpace('/data', 10_000_000, look);
    await requireSpace('/data', 10_000_000, async () => null);
  });
});

describe('npm run backup -- verify', () => {
  const settings = () => ({
    ...{ DATABASE_URL: t.database.url, DATA_DIR: t.dataDir, TOKEN_SECRET: TEST_SECRET },
    BACKUP_DIR: join(site.folder, 'of-cli'),
  });

  it('proves the newest archive as a server would open it, and notes it for all servers [OPS-402]', async () => {
    const none = await runCli('backup-cli', ['verify'], settings());
    expect(none).toMatchObject({ code: 1, error: expect.stringMatching(/no archive to prove/) });
    expect(await readProofState(t.db)).toMatchObject({ failure: 'NONE', archive: null });
    expect(await runCli('backup-cli', [], settings())).toMatchObject({ code: 0 });
    const done = await runCli('backup-cli', ['verify'], settings());
    expect(done).toMatchObject({ code: 0, error: '' });
    expect(done.out).toMatch(/restored and compared, \d+ rows of \d+ tables and \d+ files\.$/);
    const [archive] = await listRecorded(t.db);
    expect(archive).toMatchObject({ kind: 'MANUAL', proofFailure: null });
    expect(archive?.provedAt).not.toBeNull();
    expect(await readProofState(t.db)).toMatchObject({
      ...{ failure: null, provedArchive: archive?.name, faults: 0 },
      rows: expect.any(Number),
    });
    expect(await scratches()).toEqual([]);
  });

  it('makes one backup when two servers begin at once: the other has not its turn [OPS-397]', async () => {
    const both = await Promise.all(['', ''].map(() => runCli('backup-cli', [], settings())));
    const codes = both.map(({ code }) => code).toSorted();
    // The second one may also have begun once the first was done.
    expect([
      [0, 75],
      [0, 0],
    ]).toContainEqual(codes);
    for (const { code, error } of both) {
      expect(error).toMatch(code === 0 ? /^$/ : /^Another backup of this database is running/);
    }
  });

  it('says why an archive is no good, and that its turn has not come [OPS-402, OPS-403]', async () => {
    const path = join(site.folder, 'damaged.tar.gz');
    const damaged = await runCli('backup-cli', ['verify', path], settings());
    expect(damaged).toMatchObject({ code: 1, error: expect.stringMatching(/cut or altered/) });
    expect(await readProofState(t.db)).toMatchObject({
      failure: 'DAMAGED',
      archive: 'damaged.tar.gz',
    });
    const client = await connectForCopy(t.database.url);
    await client.query('select pg_advisory_lock($1)', [PROOF_LOCK]);
    const state = await readProofState(t.db);
    expect(await runCli('backup-cli', ['verify'], settings())).toMatchObject({ code: 75 });
    expect(await readProofState(t.db)).toEqual(state);
    await client.end();
  });
});
