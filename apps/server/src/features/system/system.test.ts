import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const get = async (path: string) => {
  const { status, json } = await t.call('GET', path);
  return [status, json];
};
const state = async () => (await t.call('GET', '/api/admin/system', { as: admin })).json;
/** Runs while the database does not respond to the checks. */
async function withoutDatabase<T>(run: () => Promise<T>): Promise<T> {
  t.services.health.register('database', () => Promise.reject(new Error('ECONNREFUSED')));
  try {
    return await run();
  } finally {
    t.services.health.register('database', () => 'up');
  }
}

describe('GET /api/health', () => {
  it('responds without a token, with version, commit and engines but without the backup [API-16, OPS-42, OPS-190]', async () => {
    expect(await get('/api/health')).toEqual([
      200,
      {
        status: 'ok',
        version: 'test',
        commit: 'abc12345',
        database: 'up',
        uptime: expect.any(Number),
        engines: [
          { name: 'database', state: 'up' },
          { name: 'requests', state: 'up' },
          { name: 'storage', state: 'up' },
          { name: 'email', state: 'off' },
        ],
      },
    ]);
  });

  it('is 503 without the database, and 200 without any other engine [OPS-42]', async () => {
    const away = await withoutDatabase(() => get('/api/health'));
    expect(away).toMatchObject([503, { status: 'unavailable', database: 'down' }]);
    t.services.health.register('storage', () => Promise.reject(new Error('EIO')));
    const [status, json] = await get('/api/health');
    expect([status, json.status]).toEqual([200, 'ok']);
    expect(json.engines).toContainEqual({ name: 'storage', state: 'down' });
    expect(await get('/api/health/ready')).toEqual([200, { status: 'ok' }]);
    const work = await t.call('GET', '/api/admin/work', { as: admin });
    expect(work.json.items).toContainEqual({ kind: 'ENGINES', count: 1, since: null });
    t.services.health.register('storage', () => 'up');
  });
});

it('is 503 while requests of one kind get no turn, which makes no server unready [OPS-42]', async () => {
  t.services.health.register('requests', () => 'down');
  const [status, json] = await get('/api/health');
  expect([status, json.status, json.database]).toEqual([503, 'unavailable', 'up']);
  expect(json.engines).toContainEqual({ name: 'requests', state: 'down' });
  expect(await get('/api/health/ready')).toEqual([200, { status: 'ok' }]);
  t.services.health.register('requests', () => 'up');
});

describe('probes', () => {
  it('tell a process that lives from one that should get requests [OPS-41]', async () => {
    const [live, ready] = await withoutDatabase(async () => [
      await get('/api/health/live'),
      await get('/api/health/ready'),
    ]);
    expect(live).toEqual([200, { status: 'ok' }]);
    expect(ready).toEqual([503, { status: 'unavailable' }]);
    expect(await get('/api/health/ready')).toEqual([200, { status: 'ok' }]);
  });
});

describe('GET /api/admin/system', () => {
  it('shows version, commit, queues, disk and last backup to administrators [ADMIN-81, OPS-190]', async () => {
    await t.services.emailQueue.enqueue(t.db, { to: 'a@example.com', subject: '제목', text: '글' });
    expect(await state()).toEqual({
      version: 'test',
      commit: 'abc12345',
      uptime: expect.any(Number),
      engines: expect.arrayContaining([{ name: 'backup', state: 'down' }]),
      lastBackup: null,
      jobs: { waiting: 1, failed: 0, oldest: expect.any(String) },
      emails: { waiting: 1, oldest: expect.any(String) },
      disk: { free: expect.any(Number), size: expect.any(Number) },
    });
    const note = join(t.dataDir, 'last-backup');
    await writeFile(note, t.clock.now().toISOString());
    const { engines, lastBackup } = await state();
    expect(engines).toContainEqual({ name: 'backup', state: 'up' });
    expect(lastBackup).toEqual(expect.any(String));
    await rm(note);
  });
});
