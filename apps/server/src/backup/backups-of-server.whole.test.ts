import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningUrl } from '../platform/database/embedded.ts';
import { type StartedProgram, startProgram } from '../testing/started-program.ts';

const PATIENCE = { timeout: 120_000, interval: 200 };
/** Of the demo, whose accounts work on this machine alone. */
const LOGIN = { username: 'admin01', password: 'naru-demo-1' };

let dataDir: string;
let server: StartedProgram;
async function start(): Promise<void> {
  const settings = { DEMO: 'on', BACKUP_PROOF: 'daily 05:30' };
  server = await startProgram({ DATA_DIR: dataDir, ...settings });
  await server.untilPrinted('is ready');
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naru-server-backup-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function call(method: string, path: string) {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${server.url}/api/member/login`, {
    ...{ method: 'POST', headers: json, body: JSON.stringify(LOGIN) },
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${server.url}/api/admin/backups${path}`, { method, headers });
  expect(response.status).toBe(200);
  return response.json();
}
const idle = async () => {
  const state = await call('GET', '');
  return state.tasks.length === 0 ? state : null;
};
async function scratches(): Promise<number> {
  const client = new pg.Client({ connectionString: await runningUrl(dataDir) });
  await client.connect();
  const { rows } = await client.query(
    "select from pg_database where datname like 'naru\\_proof\\_%'",
  );
  await client.end();
  return rows.length;
}

it('a server with its own database makes a backup, proves it, and cleans up what a killed proof left [OPS-397, OPS-402, OPS-403]', async () => {
  await start();
  await call('POST', '');
  await expect.poll(idle, PATIENCE).toMatchObject({ failure: null, last: expect.any(String) });
  expect(await readdir(join(dataDir, 'backups'))).toEqual([
    expect.stringMatching(/-manual\.tar\.gz$/),
  ]);
  await call('POST', '/prove');
  await expect.poll(idle, PATIENCE).toMatchObject({
    archives: [{ kind: 'MANUAL', proof: { isWell: true } }],
    proof: { last: { faults: 0 }, failure: null },
  });
  expect(await scratches()).toBe(0);
  await call('POST', '/prove');
  await expect.poll(scratches, { ...PATIENCE, interval: 50 }).toBe(1);
  await server.stop();
  await start();
  await expect.poll(scratches, PATIENCE).toBe(0);
  // The job is found a minute later, and goes on with the next try.
  await expect.poll(idle, PATIENCE).toMatchObject({ proof: { failure: null } });
  expect(await scratches()).toBe(0);
}, 400_000);
