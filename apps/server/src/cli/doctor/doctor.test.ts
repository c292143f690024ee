import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import type { Executor } from '../../db/client.ts';
import {
  deleteProofState,
  noteProof,
  noteProofFailure,
  noteProofSchedule,
} from '../../domain/backups/backup-proof.repo.ts';
import { noteSuccess, noteTry } from '../../domain/backups/backup-state.repo.ts';
import { noteAccepted, noteServerFailure } from '../../domain/emails/email-log.repo.ts';
import { createOutgoing } from '../../domain/outgoing/outgoing.ts';
import { systemClock } from '../../platform/clock.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runCli } from '../../testing/started-program.ts';
import { TEST_SECRET } from '../../testing/test-app.ts';
import { bad, ok, skipped, warn } from '../proofs/finding.ts';
import type { Check, Given, Machine } from './given.ts';
import { mailCheck } from './mail.ts';
import { addressCheck, dnsCheck, serverCheck, tlsCheck } from './network.ts';
import { clockCheck, databaseCheck, permissionCheck, versionCheck } from './program.ts';
import { proofCheck } from './proof.ts';
import { reportJson, reportText, withoutSecrets } from './report.ts';
import { runChecks } from './run-checks.ts';
import { backupCheck, diskCheck } from './storage.ts';

const NOW = new Date();
const HOUR = 3_600_000;
const GB = 1_024 ** 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => database.drop());

let folder: string;
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-doctor-'));
  await chmod(folder, 0o700);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await rm(folder, { recursive: true, force: true });
});

const MACHINE: Machine = {
  lookup: async () => [{ address: '203.0.113.5' }],
  resolveTxt: async () => [['v=spf1 -all'], ['v=DMARC1; p=none']],
  readDisk: async () => ({ free: 50 * GB, size: 100 * GB }),
  isClockSynchronised: async () => true,
  node: '24.1.0',
  uid: process.getuid?.() ?? 0,
};

interface Options extends Partial<Omit<Given, 'machine' | 'env'>> {
  env?: Record<string, string>;
  machine?: Partial<Machine>;
}

const given = ({ env = {}, machine = {}, ...rest }: Options = {}): Given => ({
  env: readEnv({ DATA_DIR: folder, PUBLIC_URL: 'https://naru.example.ac.kr', ...env }),
  settingsFile: null,
  program: { version: '0.6.0', commit: 'abc12345' },
  stale: [],
  now: NOW,
  database: { url: null, why: '꺼져 있습니다.' },
  site: Promise.resolve(null),
  machine: { ...MACHINE, ...machine },
  ...rest,
});

/** Levels and texts of what a check finds. */
const look = async ({ run }: Check, options?: Options) =>
  (await run(given(options))).map(({ level, text, todo = '' }) => `${level} ${text} ${todo}`);

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('the name of the site', () => {
  it.each([
    [['203.0.113.5'], /^ok naru\.example\.ac\.kr → 203\.0\.113\.5 \(공유기/],
    [['127.0.0.1', '203.0.113.5'], /^ok .*203\.0\.113\.5 $/],
    [['10.1.2.3', 'fd00::1'], /^warn .*학교 안에서만/],
    [[], /^bad .*찾지 못했습니다.*레코드/],
    // Debian gives the machine's own name such an address.
    [['127.0.1.1'], /^warn .*127\.0\.1\.1.*\/etc\/hosts.*nslookup/],
  ])('leads to %j [OPS-303]', async (addresses, line) => {
    const lookup = async () => addresses.map((address) => ({ address }));
    expect(await look(dnsCheck, { machine: { lookup } })).toEqual([expect.stringMatching(line)]);
  });

  it('is not looked up for a site of this machine [OPS-303]', async () => {
    const env = { PUBLIC_URL: 'http://127.0.0.1:3000' };
    expect(await look(dnsCheck, { env })).toEqual([expect.stringMatching(/^skipped/)]);
  });
});

describe('the certificate', () => {
  const days = (count: number) => new Date(NOW.getTime() + count * 24 * HOUR + HOUR);
  it.each([
    [{ until: days(60) }, /^ok 인증서가 60일/],
    [{ until: days(7) }, /^warn 인증서가 7일 뒤.*certbot/],
    [{ until: days(1) }, /^bad 인증서가 1일 뒤/],
    [{ from: days(-90), until: days(-2) }, /^bad localhost의 인증서: 기한이 지났습니다/],
    [{ host: 'other.example.ac.kr' }, /^bad localhost의 인증서: 다른 이름/],
  ])('is valid for a while: %o [OPS-303]', async (options, line) => {
    const certificate = makeCertificate(options);
    const port = await listen(createTlsServer(certificate));
    const env = { PUBLIC_URL: `https://localhost:${port}` };
    const found = await look(tlsCheck, { env, machine: { ca: certificate.cert } });
    expect(found).toEqual([expect.stringMatching(line)]);
  });

  it('is of an authority that others know [OPS-303]', async () => {
    const env = {
      PUBLIC_URL: `https://localhost:${await listen(createTlsServer(makeCertificate()))}`,
    };
    expect(await look(tlsCheck, { env })).toEqual([
      expect.stringMatching(/^bad .*모르는 기관.*fullchain\.pem/),
    ]);
  });
});

describe('the server', () => {
  const health = async (body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const port = await listen(createServer((_, response) => response.end(text)));
    return look(serverCheck, { env: { PORT: String(port) } });
  };
  const OWN = { version: '0.6.0', commit: 'abc12345' };

  it.each<[object | string, RegExp[]]>([
    [{ status: 'ok', ...OWN, engines: [{ name: 'database', state: 'up' }] }, [/^ok/]],
    [{ status: 'ok', ...OWN, engines: [{ name: 'email', state: 'down' }] }, [/^warn .*email/]],
    [
      { status: 'unavailable', ...OWN, engines: [{ name: 'database', state: 'down' }] },
      [/^bad .*database/],
    ],
    [
      { status: 'ok', version: '0.5.0', commit: 'ffffffff' },
      [/^ok/, /^warn .*0\.5\.0 ffffffff.*0\.6\.0 abc12345.*upgrade/],
    ],
    ['<h1>another program</h1>', [/^bad .*대답하지 않습니다/]],
  ])('says %j [OPS-303]', async (body, lines) => {
    expect(await health(body)).toEqual(lines.map((line) => expect.stringMatching(line)));
  });

  it('is off [OPS-303]', async () => {
    expect(await look(serverCheck, { env: { PORT: '1' } })).toEqual([
      expect.stringMatching(/^bad 1번 포트.*systemctl/),
    ]);
  });
});

describe('the disk', () => {
  const disk = (free: number, size: number, env = {}) =>
    look(diskCheck, {
      env,
      machine: { readDisk: async () => ({ free: (free * GB) / 100, size: (size * GB) / 100 }) },
    });

  it.each([
    [5_000, 10_000, /^ok DATA_DIR, 올린 파일, BACKUP_DIR: 100\.0 GB 가운데 50\.0 GB/],
    [400, 10_000, /^warn .*df -h/],
    [90, 10_000, /^bad .*df -h/],
    [0, 10_000, /^bad/],
    // A small disk with much of it free.
    [100, 200, /^ok/],
  ])('with %i of %i hundredths of a gigabyte free [OPS-303]', async (free, size, line) => {
    expect(await disk(free, size)).toEqual([expect.stringMatching(line)]);
  });

  it('that does not say its space is skipped [OPS-303]', async () => {
    expect(await look(diskCheck, { machine: { readDisk: async () => null } })).toEqual([
      expect.stringMatching(/^skipped DATA_DIR/),
    ]);
  });

  it('of the data is a bad place for its backups [OPS-303]', async () => {
    expect(await disk(5_000, 10_000, { BACKUP: 'daily 04:00 keep 14' })).toEqual([
      expect.stringMatching(/^ok/),
      expect.stringMatching(/^warn 백업이 자료와 같은 디스크/),
    ]);
  });
});

describe('the newest backup', () => {
  const PLAN = { BACKUP: 'daily 04:00 keep 14' };
  async function put(
    hours: number,
    content: Buffer | string = gzipSync('an archive of some bytes'),
  ) {
    const at = new Date(NOW.getTime() - hours * HOUR).toISOString().replace(/[-:]|\.\d+/g, '');
    await mkdir(join(folder, 'backups'), { recursive: true });
    await writeFile(join(folder, `backups/naru-${at}.tar.gz`), content);
  }

  it('is there [OPS-303]', async () => {
    expect(await look(backupCheck)).toEqual([expect.stringMatching(/^bad .*없습니다.*BACKUP=/)]);
    expect(await look(backupCheck, { env: PLAN })).toEqual([
      expect.stringMatching(/^bad .*npm run backup/),
    ]);
  });

  it.each([
    [0, PLAN, /^ok 마지막 백업이 1시간 전/],
    [3, PLAN, /^ok 마지막 백업이 3시간 전/],
    [30, PLAN, /^bad 마지막 백업이 30시간 전.*job failed/],
    [30, {}, /^warn .*매일 하도록/],
    [9 * 24, {}, /^bad 마지막 백업이 9일 전/],
  ])('is %i hours old with %j [OPS-303]', async (hours, env, line) => {
    await put(hours);
    await put(hours + 100);
    expect(await look(backupCheck, { env })).toEqual([expect.stringMatching(line)]);
  });

  it.each(['', 'short', 'x'.repeat(100)])('can be read, unlike %j [OPS-303]', async (content) => {
    await put(1, content);
    expect(await look(backupCheck, { env: PLAN })).toEqual([
      expect.stringMatching(/^bad .*읽을 수 없습니다/),
    ]);
    await put(0, `age-encryption.org/v1\n${'x'.repeat(50)}`);
    expect(await look(backupCheck, { env: PLAN })).toEqual([expect.stringMatching(/^ok/)]);
  });
});

describe('a backup that another machine makes', () => {
  const lookAgain = () => look(backupCheck, { database: { url: database.url } });
  const note = async (hours: number, server = 'naru-2') => {
    const at = new Date(NOW.getTime() - hours * HOUR);
    await noteTry(database.db, at, server);
    await noteSuccess(database.db, at);
  };

  it('counts while it is fresh [OPS-303]', async () => {
    await note(5);
    expect(await lookAgain()).toEqual([
      expect.stringMatching(/^ok 마지막 백업이 5시간 전.*다른 서버/),
    ]);
    // Of this machine, whose folder lacks it.
    await note(4, hostname());
    expect(await lookAgain()).toEqual([expect.stringMatching(/^bad .*없습니다/)]);
    await note(9 * 24);
    expect(await lookAgain()).toEqual([expect.stringMatching(/^bad .*없습니다/)]);
  });
});

describe('the last proof of a backup', () => {
  const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
  const proved = (hours: number, faults = 0) => ({
    ...{ provedAt: ago(hours), provedArchive: 'naru-1.tar.gz', faults },
    ...{ seconds: 9, rows: 5, files: 2 },
  });
  const NIGHTLY = { everyHours: 24, scheduledAt: ago(90), scheduledServer: 'naru-1' };
  const prove = (hours: number, faults?: number) => (db: Executor) =>
    noteProof(db, proved(hours, faults));

  it.each<[string, ((db: Executor) => Promise<void>)[], RegExp]>([
    ['never was', [], /^warn .*확인한 적이 없습니다.*verify.*BACKUP_PROOF='daily 05:30'/],
    [
      'never was but is planned',
      [(db) => noteProofSchedule(db, { ...NIGHTLY, scheduledAt: ago(1) })],
      /^warn .*확인한 적이 없습니다\. npm run backup -- verify를 실행하세요\.$/,
    ],
    ['is fresh', [prove(5)], /^ok 5시간 전에 복원해 .*naru-1/],
    ['found faults', [prove(5, 3)], /^warn .*3개.*점검/],
    ['is old', [prove(40 * 24)], /^warn .*40일 지났습니다.*verify/],
    [
      'was missed',
      [prove(80), (db) => noteProofSchedule(db, NIGHTLY)],
      /^bad .*MISSED, naru-1.*BACKUP_PROOF/,
    ],
    [
      'failed after one that was well',
      [prove(30), (db) => noteProofFailure(db, ago(2), 'RIGHT')],
      /^bad .*\(RIGHT\).*createdb.*verify/,
    ],
  ])('%s [OPS-303]', async (_, notes, line) => {
    await deleteProofState(database.db);
    for (const note of notes) await note(database.db);
    expect(await look(proofCheck, { database: { url: database.url } })).toEqual([
      expect.stringMatching(line),
    ]);
  });

  it('is not known without a database that has it [OPS-303]', async () => {
    expect(await look(proofCheck)).toEqual([expect.stringMatching(/^skipped 꺼져/)]);
    expect(await look(proofCheck, { database: { url: inject('adminUrl') } })).toEqual([
      expect.stringMatching(/^skipped/),
    ]);
  });
});

describe('the clock', () => {
  const clock = (seconds: number | null, isSynchronised: boolean | null = null) => {
    const date = seconds === null ? null : new Date(NOW.getTime() + seconds * 1_000).toUTCString();
    const site = Promise.resolve({ kind: 'other', status: 200, location: null, date } as const);
    return look(clockCheck, { site, machine: { isClockSynchronised: async () => isSynchronised } });
  };

  it.each([
    [2, /^ok/],
    [-90, /^warn .*(89|90|91)초/],
    [3_600, /^bad .*timedatectl/],
    [null, /^skipped/],
  ])('differs by %s seconds from the site [OPS-303]', async (seconds, line) => {
    expect(await clock(seconds)).toEqual([expect.stringMatching(line)]);
  });

  it('follows a time server, if the system says so [OPS-303]', async () => {
    expect(await clock(null, false)).toEqual([expect.stringMatching(/^warn/)]);
    expect(await clock(null, true)).toEqual([expect.stringMatching(/^ok/)]);
  });
});

describe('the program', () => {
  it('is built from its sources, on a Node that is maintained [OPS-303]', async () => {
    expect(await look(versionCheck)).toEqual([
      expect.stringMatching(/^ok 나루 0\.6\.0 \(abc12345\)/),
    ]);
    const found = await look(versionCheck, { stale: ['apps/web'], machine: { node: '20.19.0' } });
    expect(found.slice(1)).toEqual([
      expect.stringMatching(/^warn Node\.js 20/),
      expect.stringMatching(/^bad apps\/web.*npm ci/),
    ]);
  });

  it('has a database of its version, which may be off [OPS-303]', async () => {
    expect(await look(databaseCheck)).toEqual([expect.stringMatching(/^skipped 꺼져/)]);
    const url = 'postgres://nobody@127.0.0.1:1/naru';
    expect(await look(databaseCheck, { database: { url } })).toEqual([
      expect.stringMatching(/^bad 데이터베이스를 쓸 수 없습니다/),
    ]);
    const empty = { url: inject('adminUrl') };
    expect(await look(databaseCheck, { database: empty })).toEqual([
      expect.stringMatching(/^warn .*0000_init/),
    ]);
  });
});

describe('the permissions', () => {
  it.each([
    [0o600, /^ok/],
    [0o640, /^warn .*그룹.*chmod 600/],
    [0o644, /^bad .*누구나.*chmod 600/],
  ])('of the settings are %o [OPS-303]', async (mode, line) => {
    const settingsFile = join(folder, 'naru.env');
    await writeFile(settingsFile, 'PORT=3000\n');
    await chmod(settingsFile, mode);
    expect(await look(permissionCheck, { settingsFile })).toEqual([expect.stringMatching(line)]);
  });

  it('of the data folder are for its owner, who runs this [OPS-303]', async () => {
    await chmod(folder, 0o755);
    expect(await look(permissionCheck)).toEqual([expect.stringMatching(/^warn .*chmod 700/)]);
    const uid = (process.getuid?.() ?? 0) + 1;
    expect(await look(permissionCheck, { machine: { uid } })).toEqual([
      expect.stringMatching(/^warn .*다른 계정/),
    ]);
    const env = { DATA_DIR: join(folder, 'missing') };
    expect(await look(permissionCheck, { env })).toEqual([
      expect.stringMatching(/^bad .*없습니다/),
    ]);
  });
});

describe('the mail server', () => {
  it('is missing, or does not let us in [OPS-303]', async () => {
    expect(await look(mailCheck)).toEqual([expect.stringMatching(/^warn .*npm run setup/)]);
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'naru@example.ac.kr' };
    expect(await look(mailCheck, { env })).toEqual([
      expect.stringMatching(/^bad .*접속을 받지 않습니다/),
      expect.stringMatching(/^ok .*SPF와 DMARC/),
    ]);
  });

  it('is judged by what the running server notes, too [OPS-303]', async () => {
    const lookAgain = () => look(mailCheck, { database: { url: database.url } });
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    await noteServerFailure(database.db, minutesAgo(5));
    expect(await lookAgain()).toEqual([
      expect.stringMatching(/^warn 이메일 서버가 없습니다/),
      expect.stringMatching(/^warn .* 5분 전부터 .*mail not sent yet.*NODE_EXTRA_CA_CERTS/),
    ]);
    await noteAccepted(database.db, NOW);
    const log = { warn: () => undefined };
    await createOutgoing({ db: database.db, clock: systemClock, log }).hold('RESTORED');
    expect(await lookAgain()).toEqual([
      expect.stringMatching(/^warn 이메일 서버가 없습니다/),
      expect.stringMatching(/^warn .*멈춰 있습니다.*npm run resume/),
    ]);
  });

  it('and the address need no secret to be skipped [OPS-303]', async () => {
    expect(await look(addressCheck)).toEqual([expect.stringMatching(/^skipped/)]);
  });
});

describe('the page', () => {
  const RESULTS = [
    { id: 'dns', title: 'DNS', findings: [ok('있습니다.')] },
    { id: 'disk', title: '디스크', findings: [warn('적습니다.', '비우세요.'), skipped('없음')] },
    { id: 'mail', title: '이메일', findings: [bad('막혔습니다.', '여세요.')] },
  ];

  it('says the same with and without colours, with what to do [OPS-303]', () => {
    const plain = reportText(RESULTS, false);
    expect(plain).toContain(' [이상] 이메일: 막혔습니다.\n         → 여세요.\n');
    expect(plain).toMatch(/이상 1, 주의 1, 정상 1, 보지 않음 1$/);
    const coloured = reportText(RESULTS, true);
    expect(coloured).toContain('\x1b[31m[이상]\x1b[0m 이메일');
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it('is JSON for monitoring [OPS-303]', () => {
    expect(JSON.parse(reportJson(RESULTS))).toMatchObject({
      status: 'bad',
      findings: [{ check: 'dns', level: 'ok' }, { level: 'warn' }, {}, { todo: '여세요.' }],
    });
    expect(JSON.parse(reportJson(RESULTS.slice(0, 1)))).toMatchObject({ status: 'ok' });
  });

  it('has no secret, however another server repeats it [OPS-303]', () => {
    const env = readEnv({
      SMTP_URL: 'smtps://naru:a%2Fb-geheim@mail.example.ac.kr',
      MAIL_FROM: 'naru@example.ac.kr',
      DATABASE_URL: 'postgres://naru:pw-geheim@db/naru',
      TOKEN_SECRET: TEST_SECRET,
    });
    const text = `a%2Fb-geheim a/b-geheim pw-geheim ${TEST_SECRET}`;
    expect(withoutSecrets(text, env)).toBe('•••• •••• •••• ••••');
  });

  it('waits for no check without end, and for none that another one waits for [OPS-303]', async () => {
    const order: string[] = [];
    const check = (id: string, run: Check['run']): Check => ({ id, title: id, run });
    const results = await runChecks(
      [
        check('silent', () => new Promise(() => order.push('silent'))),
        check('broken', async () => Promise.reject(new Error('oh'))),
        check('good', async () => [ok(order.join())]),
      ],
      given(),
      50,
    );
    expect(results.map(({ findings }) => findings[0])).toMatchObject([
      { level: 'bad', text: expect.stringMatching(/안에 끝나지/) },
      { level: 'bad', text: expect.stringMatching(/oh/) },
      { level: 'ok', text: 'silent' },
    ]);
  });
});

describe('npm run doctor', () => {
  const ENV = () => ({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://naru:pw-geheim@127.0.0.1:1/naru',
    TOKEN_SECRET: TEST_SECRET,
    PUBLIC_URL: 'http://127.0.0.1:1',
    PORT: '1',
    ENV_FILE: '',
  });

  it('ends with 1 and a red line for each fault, without secrets [OPS-303]', async () => {
    const [page, json] = await Promise.all([
      runCli('doctor-cli', [], ENV()),
      runCli('doctor-cli', ['--json'], ENV()),
    ]);
    expect([page.code, page.error, json.code]).toEqual([1, '', 1]);
    expect(page.out).toMatch(/\[이상\] 서버: 1번 포트/);
    expect(page.out).toBe(stripVTControlCharacters(page.out));
    expect(page.out).not.toContain('geheim');
    const { status, findings } = JSON.parse(json.out);
    expect(status).toBe('bad');
    expect(findings.length).toBeGreaterThan(8);
    expect(json.out).not.toContain('geheim');
  });

  it('names a setting with which no server starts [OPS-303]', async () => {
    const { out, code } = await runCli('doctor-cli', [], { ...ENV(), PORT: 'many' });
    expect([out, code]).toEqual([expect.stringMatching(/\[이상\] 설정: .*PORT is not a port/), 1]);
  });
});
