import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { planMigrations } from '../../db/migrate.ts';
import { messageOf } from '../../platform/database/errors.ts';
import { bad, type Finding, ok, skipped, warn } from '../proofs/finding.ts';
import type { Check, Given } from './given.ts';

const AHEAD_SECONDS = 60;
const WRONG_SECONDS = 300;
const SYNC =
  'sudo timedatectl set-ntp true로 시각을 맞추게 하고, 방화벽이 UDP 123번을 막는지 보세요.';

export const clockCheck: Check = {
  id: 'clock',
  title: '시각',
  async run(given) {
    const [call, database, isSynchronised] = await Promise.all([
      given.site,
      databaseTime(given),
      given.machine.isClockSynchronised(),
    ]);
    const date = call === null || call.kind === 'failed' ? null : call.date;
    const others = [
      ['공개 주소', date === null ? null : new Date(date)],
      ['데이터베이스', database],
    ] as const;
    const findings = others.flatMap(([name, time]) =>
      time === null || Number.isNaN(time.getTime()) ? [] : [describeTime(name, time, given.now)],
    );
    if (isSynchronised === false)
      findings.push(warn('시각을 맞춰 주는 서버를 쓰지 않습니다.', SYNC));
    if (isSynchronised === true) findings.push(ok('시각을 맞춰 주는 서버를 따릅니다.'));
    return findings.length === 0 ? [skipped('시각을 비교할 곳이 없습니다.')] : findings;
  },
};

function describeTime(name: string, time: Date, now: Date): Finding {
  const seconds = Math.round(Math.abs(time.getTime() - now.getTime()) / 1_000);
  const text = `이 컴퓨터와 ${name}의 시각이 ${seconds}초 다릅니다.`;
  if (seconds > WRONG_SECONDS) return bad(text, SYNC);
  return seconds > AHEAD_SECONDS ? warn(text, SYNC) : ok(`${name}와 시각이 같습니다.`);
}

async function databaseTime({ database }: Given): Promise<Date | null> {
  if (database.url === null) return null;
  return ask<{ now: Date }>(database.url, 'select clock_timestamp() as now').then(
    ({ now }) => now,
    () => null,
  );
}

async function ask<T>(url: string, query: string): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(query);
    return rows[0];
  } finally {
    await client.end();
  }
}

export const databaseCheck: Check = {
  id: 'database',
  title: '데이터베이스',
  async run({ database }) {
    if (database.url === null) return [skipped(database.why)];
    const { url } = database;
    try {
      const { version } = await ask<{ version: string }>(
        url,
        "select current_setting('server_version') as version",
      );
      const { pending } = await planMigrations(url, { durable: false });
      if (pending.length === 0) return [ok(`PostgreSQL ${version}, 이 버전에 맞습니다.`)];
      return [
        warn(
          `데이터베이스에 없는 변경이 ${pending.length}개 있습니다(${pending[0]} …).`,
          '서버를 다시 시작하면 자동으로 됩니다. MIGRATE=off라면 npm run db:migrate를 실행하세요.',
        ),
      ];
    } catch (error) {
      return [
        bad(
          `데이터베이스를 쓸 수 없습니다: ${messageOf(error)}`,
          '데이터베이스가 켜져 있는지, DATABASE_URL이 맞는지 보세요.',
        ),
      ];
    }
  },
};

export const versionCheck: Check = {
  id: 'version',
  title: '버전',
  async run({ program, machine, stale }) {
    const { version, commit } = program;
    const [major = 0] = machine.node.split('.').map(Number);
    const own = ok(
      `나루 ${version}${commit === null ? '' : ` (${commit})`}, Node.js ${machine.node}`,
    );
    const old =
      major >= 22
        ? []
        : [
            warn(
              `Node.js ${machine.node}은(는) 지원이 끝난 버전입니다.`,
              'Node.js 24를 설치하세요.',
            ),
          ];
    const unbuilt = stale.map((part) =>
      bad(
        `${part}: 이 폴더의 소스와 다릅니다.`,
        '폴더의 주인 계정으로 npm ci && npm run build를 실행하세요. 서버가 켜져 있다면 npm run upgrade를 쓰세요.',
      ),
    );
    return [own, ...old, ...unbuilt];
  },
};

export const permissionCheck: Check = {
  id: 'permissions',
  title: '권한',
  async run({ env, settingsFile, machine }) {
    const secrets = [
      ...(settingsFile === null ? [] : [settingsFile]),
      join(env.DATA_DIR, 'token-secret'),
      join(env.DATA_DIR, 'postgres-password'),
    ];
    const found = (await Promise.all(secrets.map(describeSecretFile))).flat();
    const folder = await describeFolder(env.DATA_DIR, machine.uid);
    const all = [...found, ...folder];
    return all.length > 0 ? all : [ok('설정 파일과 DATA_DIR을 다른 사용자가 볼 수 없습니다.')];
  },
};

async function describeSecretFile(path: string): Promise<Finding[]> {
  const { mode } = await stat(path).catch(() => ({ mode: 0 }));
  const todo = `chmod 600 ${path} 를 실행하세요.`;
  if ((mode & 0o007) !== 0) return [bad(`${path}을(를) 누구나 읽을 수 있습니다.`, todo)];
  if ((mode & 0o070) === 0) return [];
  return [warn(`${path}을(를) 같은 그룹의 사용자가 읽을 수 있습니다.`, todo)];
}

async function describeFolder(path: string, uid: number): Promise<Finding[]> {
  const entry = await stat(path).catch(() => null);
  if (entry === null)
    return [
      bad(`DATA_DIR ${path}이(가) 없습니다.`, 'npm run setup을 실행하거나 DATA_DIR을 수정하세요.'),
    ];
  const canWrite = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) {
    return [
      bad(
        `DATA_DIR ${path}에 쓸 수 없습니다.`,
        `서버를 실행하는 계정으로 실행하세요(sudo -u naru …). 그 계정인데도 그렇다면 chown으로 주인을 바꾸세요.`,
      ),
    ];
  }
  if (uid !== 0 && entry.uid !== uid) {
    return [
      warn(`DATA_DIR ${path}의 주인이 다른 계정입니다.`, '서버를 실행하는 계정으로 실행하세요.'),
    ];
  }
  if ((entry.mode & 0o007) === 0) return [];
  return [
    warn(`DATA_DIR ${path}을(를) 누구나 열 수 있습니다.`, `chmod 700 ${path} 를 실행하세요.`),
  ];
}
