import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  noteDaily,
  noteFailure,
  noteSuccess,
  noteTry,
} from '../../domain/backups/backup-state.repo.ts';
import { createSecondServer } from '../../testing/second-server.ts';
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
  it('distinguish a process that lives from one that should get requests [OPS-41]', async () => {
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
    const letter = { kind: 'CODE' as const, to: 'a@example.com', subject: '제목', text: '글' };
    await t.services.emailQueue.enqueue(t.db, letter);
    expect(await state()).toEqual({
      version: 'test',
      commit: 'abc12345',
      uptime: expect.any(Number),
      engines: expect.arrayContaining([{ name: 'backup', state: 'down' }]),
      lastBackup: null,
      backupFailure: null,
      proofFailure: null,
      jobs: { waiting: 1, failed: 0, oldest: expect.any(String) },
      emails: { waiting: 1, oldest: expect.any(String), failingSince: null },
      disk: { free: expect.any(Number), size: expect.any(Number) },
    });
    await noteSuccess(t.db, t.clock.now());
    const { engines, lastBackup } = await state();
    expect(engines).toContainEqual({ name: 'backup', state: 'up' });
    expect(lastBackup).toEqual(expect.any(String));
  });

  it('says the same of backups on every server, whichever makes them [OPS-153]', async () => {
    const other = await createSecondServer(t, { env: { BACKUP: 'daily 04:00 keep 3' } });
    const both = async () => {
      const options = { as: await t.signInAs(admin) };
      const states = await Promise.all(
        [t, other].map(async ({ call }) => (await call('GET', '/api/admin/system', options)).json),
      );
      return states.map(({ engines, lastBackup, backupFailure }) => ({
        backup: engines.find(({ name }: { name: string }) => name === 'backup').state,
        lastBackup,
        backupFailure,
      }));
    };
    const ofBackup = async () => {
      const [one, two] = await both();
      expect(one).toEqual(two);
      return one;
    };
    await noteDaily(t.db, t.clock.now(), 'naru-1');
    await noteSuccess(t.db, t.clock.now());
    expect(await ofBackup()).toMatchObject({ backup: 'up', backupFailure: null });
    await noteTry(t.db, t.clock.now(), 'naru-2');
    await noteFailure(t.db, t.clock.now(), 'FOLDER');
    expect(await ofBackup()).toMatchObject({
      backup: 'down',
      lastBackup: expect.any(String),
      backupFailure: { reason: 'FOLDER', server: 'naru-2' },
    });
    await noteSuccess(t.db, t.clock.now());
    expect(await ofBackup()).toMatchObject({ backup: 'up', backupFailure: null });
    // Without a word of any server: neither has made the one of tonight.
    t.clock.advance(27 * 60 * 60);
    expect(await ofBackup()).toMatchObject({ backup: 'down', backupFailure: { reason: 'MISSED' } });
    await other.close();
  });
});
