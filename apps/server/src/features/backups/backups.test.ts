import {
  access,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listNamesOf,
  recordArchive,
  recordFolder,
  recordProof,
} from '../../domain/backups/backup-archives.repo.ts';
import {
  noteProof,
  noteProofFailure,
  noteProofSchedule,
  noteProofTry,
} from '../../domain/backups/backup-proof.repo.ts';
import { noteDaily, noteSuccess } from '../../domain/backups/backup-state.repo.ts';
import { putArchive } from '../../testing/factories/archives.ts';
import { proveFor, totpCode, turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { portOf, rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createRemoval } from './backups.removal.ts';

let t: TestApp;
let admin: SignedIn;
let secret: string;
beforeAll(async () => {
  t = await createTestApp({ env: { BACKUP_PROOF: 'weekly 05:30' } });
  admin = await t.signIn('ADMIN');
  ({ secret } = await turnOnSecondFactor(t, admin.id));
});
afterAll(() => t.close());

const BACKUPS = '/api/admin/backups';
const state = async () => (await t.call('GET', BACKUPS, { as: await t.signInAs(admin) })).json;
const jobs = async () => {
  const { rows } = await t.db.execute<{ name: string }>(
    sql`select task_identifier as name from graphile_worker.jobs where queue_name = 'backup'`,
  );
  return rows.map(({ name }) => name);
};
/** The next code: each counts once. */
const nextCode = () => {
  t.clock.advance(30);
  return totpCode(t, secret);
};
const proven = async () => {
  const as = await t.signInAs(admin);
  await proveFor(t, as);
  return as;
};
const link = async (as: SignedIn, name: string, code = nextCode()) =>
  t.call('POST', `${BACKUPS}/${name}/link`, { as, body: { code } });
const download = (url: string, device: string, headers: Record<string, string> = {}) =>
  t.call('GET', url, { cookies: { naru_device: device }, headers });

describe('the list of archives', () => {
  it('shows what is in the folder, its kind, its proof, the schedule and what is free [OPS-396]', async () => {
    await putArchive(t, '20261120T190000Z');
    await putArchive(t, '20261121T080000Z', { reason: '-before-upgrade' });
    const name = await putArchive(t, '20261122T190000Z', { bytes: 7_000 });
    await state();
    await recordProof(t.db, name, { provedAt: t.clock.now(), proofFailure: 'DAMAGED' });
    const found = await state();
    expect(found.archives).toMatchObject([
      { name, madeAt: '2026-11-23T04:00:00+09:00', bytes: 7_000, kind: 'AUTO' },
      { kind: 'UPGRADE', isHere: true, isEncrypted: false, version: null },
      { kind: 'AUTO', proof: null, isRemovable: false },
    ]);
    expect(found.archives[0].proof).toMatchObject({ isWell: false });
    expect(found).toMatchObject({
      ...{ folder: join(t.dataDir, 'backups'), free: expect.any(Number), isEncrypted: false },
      ...{ plan: null, plannedServer: null, tasks: [] },
      proof: { plan: { every: 'WEEK', time: '05:30' }, last: null, failure: null },
    });
  });

  it('shows those of another server, and no longer what has gone from this folder [OPS-396]', async () => {
    const other = { name: 'naru-20261123T000000Z.tar.gz', server: 'naru-2', version: '0.5.0' };
    const rest = { bytes: 1, kind: 'MANUAL' as const, isEncrypted: true, madeAt: t.clock.now() };
    await recordArchive(t.db, { ...other, ...rest });
    const gone = { ...other, server: (await state()).server, name: 'naru-20261101T000000Z.tar.gz' };
    await recordArchive(t.db, { ...gone, ...rest });
    const { archives } = await state();
    expect(archives[0]).toMatchObject({ ...other, isHere: false, isRemovable: false });
    expect(archives.map(({ name }: { name: string }) => name)).not.toContain(gone.name);
    const as = await proven();
    const refused = await link(as, other.name);
    expect([refused.status, refused.json.message]).toEqual([404, expect.stringMatching(/naru-2/)]);
  });
});

describe('the records of archives', () => {
  it('stay while the folder is away or cannot be read, with what is known of them [OPS-396]', async () => {
    const name = await putArchive(t, '20261110T190000Z');
    const as = await t.signInAs(admin);
    const list = async () => (await t.call('GET', BACKUPS, { as })).json.archives;
    await list();
    await recordProof(t.db, name, { provedAt: t.clock.now(), proofFailure: null });
    const folder = join(t.dataDir, 'backups');
    await rename(folder, `${folder}-away`);
    const away = async () => (await list()).find((one: { name: string }) => one.name === name);
    expect(await away()).toMatchObject({ isHere: false, proof: { isWell: true } });
    // No folder: neither root nor anybody else can list it.
    await writeFile(folder, '');
    expect(await away()).toMatchObject({ isHere: false, proof: { isWell: true } });
    await rm(folder);
    await rename(`${folder}-away`, folder);
    expect(await away()).toMatchObject({ isHere: true, proof: { isWell: true } });
    await rm(join(folder, name));
    expect(await away()).toBeUndefined();
  });

  it('of a backup that ends while the folder is read stay [OPS-396]', async () => {
    const server = hostname();
    const before = await listNamesOf(t.db, server);
    const name = 'naru-20261111T190000Z.tar.gz';
    const known = { kind: 'AUTO', bytes: 1, version: '1.0.0', isEncrypted: false, server } as const;
    await recordArchive(t.db, { name, madeAt: t.clock.now(), ...known });
    await recordFolder(t.db, server, { before, files: [] });
    expect(await listNamesOf(t.db, server)).toEqual([name]);
    await recordFolder(t.db, server, { before: [name], files: [] });
    expect(await listNamesOf(t.db, server)).toEqual([]);
  });
});

describe('asking for a backup and a proof', () => {
  beforeEach(() =>
    t.db.execute(
      sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
    ),
  );

  it('adds one job, however often, with an audit entry [OPS-397]', async () => {
    const asked = await Promise.all(
      ['', '', '/prove'].map((path) => t.call('POST', BACKUPS + path, { as: admin })),
    );
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await jobs()).toSorted()).toEqual(['backup-now', 'proof-now']);
    expect((await state()).tasks).toMatchObject([
      { kind: 'BACKUP', isRunning: false, step: null },
      { kind: 'PROOF', isRunning: false },
    ]);
    const { json } = await t.call('GET', '/api/admin/audit?action=backup.prove', { as: admin });
    expect(json.entries).toHaveLength(1);
  });

  it('leaves it to the server that makes daily backups [OPS-397]', async () => {
    await noteDaily(t.db, t.clock.now(), 'naru-1');
    await t.call('POST', BACKUPS, { as: admin });
    expect(await jobs()).toEqual(['backup-now-planned']);
    expect((await state()).plannedServer).toBe('naru-1');
    await noteDaily(t.db, t.clock.now(), null);
  });

  it.each(['', '/prove'])('takes it from a server that is gone: %s [OPS-397]', async (path) => {
    await noteDaily(t.db, t.clock.now(), 'naru-1');
    await t.call('POST', BACKUPS + path, { as: await t.signInAs(admin) });
    const planned = path === '' ? 'backup-now-planned' : 'proof-now-planned';
    expect(await jobs()).toEqual([planned]);
    t.clock.advance(8 * 86_400 - 60);
    const again = async () => t.call('POST', BACKUPS + path, { as: await t.signInAs(admin) });
    await again();
    expect(await jobs()).toEqual([planned]);
    t.clock.advance(120);
    const found = await state();
    expect([found.plannedServer, found.tasks]).toEqual([null, []]);
    await again();
    await again();
    expect(await jobs()).toEqual([planned.replace('-planned', '')]);
    await noteDaily(t.db, t.clock.now(), null);
  });
});

describe('a download', () => {
  it('needs a fresh password, then a second factor, then its code [OPS-398]', async () => {
    const name = await putArchive(t);
    const plain = await t.signIn('ADMIN');
    expect((await link(plain, name)).json.error).toBe('REAUTH_REQUIRED');
    await proveFor(t, plain);
    expect((await link(plain, name)).json.error).toBe('SECOND_FACTOR_OFF');
    const as = await proven();
    expect((await link(as, name, '000000')).json.error).toBe('CODE_INCORRECT');
    const code = nextCode();
    expect((await link(as, name, code)).status).toBe(200);
    expect((await link(as, name, code)).json.error).toBe('CODE_INCORRECT');
    const { json } = await t.call('GET', '/api/admin/audit?action=backup.link', { as });
    expect(json.entries).toHaveLength(1);
    expect(json.entries[0].detail).toEqual([{ name: 'file', value: name }]);
    t.clock.advance(15 * 60);
    const later = await t.signInAs(admin);
    expect((await link(later, name)).json.error).toBe('REAUTH_REQUIRED');
  });

  it('sends the file whole or from where it stopped, uncached, and then the next one [OPS-399]', async () => {
    const name = await putArchive(t);
    const as = await proven();
    const { url } = (await link(as, name)).json;
    const whole = await download(url, as.device);
    expect([whole.status, whole.text]).toEqual([
      200,
      await readFile(join(t.dataDir, 'backups', name), 'utf8'),
    ]);
    expect(whole.headers).toMatchObject({
      'content-disposition': `attachment; filename=${name}`,
      'cache-control': 'private, no-store',
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
    });
    await expect.poll(downloads).toBe(0);
    const rest = await download(url, as.device, { range: 'bytes=4990-' });
    expect([rest.status, rest.headers['content-range'], rest.text.length]).toEqual([
      206,
      'bytes 4990-4999/5000',
      10,
    ]);
    await expect.poll(downloads).toBe(0);
  });

  const downloads = async () => {
    const { rows } = await t.db.execute<{ n: number }>(
      sql`select count(*)::int as n from backup_downloads`,
    );
    return rows[0]?.n;
  };

  it('gives everything back when its client goes away in the middle [OPS-399]', async () => {
    const name = await putArchive(t, '20261122T190000Z', { bytes: 30_000_000 });
    const as = await proven();
    const { url } = (await link(as, name)).json;
    await t.app.listen({ host: '127.0.0.1', port: 0 });
    const cookie = `naru_device=${as.device}`;
    const begun = await sendRaw(portOf(t.app), rawRequest('GET', url, { cookie }));
    expect([begun.status, begun.isClosed]).toEqual([200, false]);
    await expect.poll(downloads).toBe(0);
    const opened = async () => {
      const links = (await readdir('/proc/self/fd')).map((one) => `/proc/self/fd/${one}`);
      const paths = await Promise.all(links.map((one) => readlink(one).catch(() => '')));
      return paths.filter((path) => path.endsWith(name));
    };
    await expect.poll(opened).toEqual([]);
  });

  it('is one at a time, until its server has been away for a while [OPS-399]', async () => {
    const name = await putArchive(t);
    const as = await proven();
    const { url } = (await link(as, name)).json;
    await t.db.execute(sql`insert into backup_downloads (member_id, holder, seen_at)
      values (${admin.id}, 'other', ${t.clock.now().toISOString()})`);
    expect((await download(url, as.device)).json.error).toBe('EXPORT_THROTTLED');
    t.clock.advance(91);
    expect((await download(url, as.device)).status).toBe(200);
    await expect.poll(downloads).toBe(0);
  });

  it('ends with the device, the session, the role, an hour and the file [OPS-398]', async () => {
    const name = await putArchive(t);
    const refusals: [string, (as: SignedIn) => unknown][] = [
      ['device', () => undefined],
      ['session', (as) => t.call('POST', '/api/member/logout', { as })],
      ['hour', () => t.clock.advance(3_601)],
    ];
    for (const [what, end] of refusals) {
      const as = await proven();
      const { url } = (await link(as, name)).json;
      await end(as);
      const device = what === 'device' ? 'another-device-of-somebody' : as.device;
      const refused = await download(url, device);
      expect([what, refused.status]).toEqual([what, 404]);
    }
    const as = await proven();
    const { url } = (await link(as, name)).json;
    expect((await download(url.replace(/.(?=\.\d+$)/, '_'), as.device)).status).toBe(404);
    const other = await t.signIn('ADMIN');
    const factor = await turnOnSecondFactor(t, other.id);
    await proveFor(t, other);
    const code = totpCode(t, factor.secret);
    const own = (await link(other, name, code)).json.url;
    await t.db.execute(
      sql`delete from member_roles where member_id = ${other.id} and role = 'ADMIN'`,
    );
    expect((await download(own, other.device)).status).toBe(404);
  });

  it('takes no path for a name [OPS-398]', async () => {
    const as = await proven();
    for (const name of ['..%2Ftoken-secret', 'token-secret', 'naru-20261122T190000Z.tar.gz.txt']) {
      expect((await link(as, name)).status).toBe(404);
    }
  });
});

describe('removing an archive', () => {
  const remove = (as: SignedIn, name: string) => t.call('DELETE', `${BACKUPS}/${name}`, { as });

  it('needs the password and takes manual ones alone, never the last good one [OPS-400]', async () => {
    const first = await putArchive(t, '20261124T010000Z', { reason: '-manual' });
    const second = await putArchive(t, '20261124T020000Z', { reason: '-manual' });
    const last = await putArchive(t, '20261124T030000Z', { reason: '-manual' });
    const auto = await putArchive(t, '20261124T000000Z');
    expect((await remove(await t.signInAs(admin), first)).json.error).toBe('REAUTH_REQUIRED');
    await state();
    await recordProof(t.db, last, { provedAt: t.clock.now(), proofFailure: 'DAMAGED' });
    const as = await proven();
    for (const name of [second, auto]) {
      expect((await remove(as, name)).json.error).toBe('BACKUP_NEEDED');
    }
    for (const name of [first, last]) expect((await remove(as, name)).status).toBe(200);
    const left = await readdir(join(t.dataDir, 'backups'));
    expect(left.includes(first) || left.includes(last)).toBe(false);
    await access(join(t.dataDir, 'backups', second));
    expect((await remove(as, first)).status).toBe(404);
  });
});

describe('an archive that cannot be removed', () => {
  it('stays, with its record and without an entry of its removal [OPS-400]', async () => {
    const folder = join(t.dataDir, 'no-files');
    const name = 'naru-20261125T010000Z-manual.tar';
    const newest = 'naru-20261125T020000Z-manual.tar';
    // A folder cannot be removed as a file.
    await mkdir(join(folder, name), { recursive: true });
    const known = {
      server: hostname(),
      kind: 'MANUAL',
      version: '0.6.0',
      bytes: 1,
      isEncrypted: false,
    } as const;
    const row = (archive: string) => ({ name: archive, madeAt: t.clock.now(), ...known });
    const unproved = { provedAt: null, proofFailure: null };
    await recordArchive(t.db, row(name));
    const remove = createRemoval({
      ...{ db: t.db, audit: t.services.audit, folder },
      sessions: { proof: { ...t.services.sessions.proof, require: async () => undefined } },
      look: async () => ({
        rows: [newest, name].map((one) => ({ ...row(one), ...unproved })),
        here: new Set([name]),
      }),
    });
    const actor = { memberId: admin.id, sessionId: '', roles: [] };
    await expect(remove(actor, name)).rejects.toMatchObject({ code: 'BACKUP_NEEDED' });
    expect(await listNamesOf(t.db, hostname())).toContain(name);
    const entries = await t.db.execute(
      sql`select 1 from audit_entries where action = 'backup.delete' and detail ->> 'file' = ${name}`,
    );
    expect(entries.rows).toEqual([]);
  });
});

describe('the state of proofs', () => {
  const seen = async () => {
    const as = await t.signInAs(admin);
    const work = await t.call('GET', '/api/admin/work', { as });
    const system = await t.call('GET', '/api/admin/system', { as });
    const item = work.json.items.find(({ kind }: { kind: string }) => kind === 'BACKUP');
    const engine = system.json.engines.find(({ name }: { name: string }) => name === 'backup');
    return { item, engine: engine.state, system: system.json.proofFailure };
  };

  it('reaches the list, 할 일 and 서버 상태 when one failed or was missed [OPS-401]', async () => {
    await noteSuccess(t.db, t.clock.now());
    expect(await seen()).toMatchObject({ item: { count: 0 }, engine: 'up', system: null });
    const tried = { triedAt: t.clock.now(), server: 'naru-1', archive: 'naru-x.tar.gz' };
    await noteProofTry(t.db, tried);
    await noteProofFailure(t.db, t.clock.now(), 'DIFFERENT');
    const failure = { reason: 'DIFFERENT', server: 'naru-1', archive: 'naru-x.tar.gz' };
    expect(await seen()).toMatchObject({
      item: { count: 1, proofFailure: failure },
      engine: 'down',
      system: failure,
    });
    expect((await state()).proof.failure).toMatchObject(failure);
    const counts = { seconds: 12, rows: 30, files: 2, faults: 0 };
    const provedAt = t.clock.now();
    await noteProof(t.db, { provedAt, provedArchive: 'naru-x.tar.gz', ...counts });
    expect(await seen()).toMatchObject({ item: { count: 0 }, engine: 'up' });
    expect((await state()).proof.last).toMatchObject({ archive: 'naru-x.tar.gz', ...counts });
    await noteProofSchedule(t.db, { everyHours: 24, scheduledAt: provedAt, scheduledServer: 'a' });
    t.clock.advance(27 * 3_600);
    await noteSuccess(t.db, t.clock.now());
    expect(await seen()).toMatchObject({ item: { count: 1, proofFailure: { reason: 'MISSED' } } });
  });
});
