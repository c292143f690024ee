import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { presentSecrets } from '../backup/secrets-of.ts';
import { type Env, EnvError, readEnv } from '../config/env.ts';
import { readCommit } from '../platform/commit.ts';
import { runningUrl } from '../platform/database/embedded.ts';
import { hasEmbedded, RefusedError, runCli } from './command-line.ts';
import type { Check, Given } from './doctor/given.ts';
import { thisMachine } from './doctor/machine.ts';
import { mailCheck } from './doctor/mail.ts';
import { addressCheck, dnsCheck, serverCheck, tlsCheck } from './doctor/network.ts';
import { clockCheck, databaseCheck, permissionCheck, versionCheck } from './doctor/program.ts';
import { proofCheck } from './doctor/proof.ts';
import { isAnyBad, reportJson, reportText, withoutSecrets } from './doctor/report.ts';
import { type Result, runChecks } from './doctor/run-checks.ts';
import { backupCheck, diskCheck } from './doctor/storage.ts';
import { callSite } from './proofs/call-site.ts';
import { bad } from './proofs/finding.ts';
import { findSettingsFile } from './settings-file.ts';

const USAGE = 'Usage: npm run doctor [-- --json]';

const CHECKS: readonly Check[] = [
  serverCheck,
  dnsCheck,
  tlsCheck,
  addressCheck,
  mailCheck,
  databaseCheck,
  diskCheck,
  backupCheck,
  proofCheck,
  clockCheck,
  versionCheck,
  permissionCheck,
];

/** `npm run doctor`: looks at the installation and what is around it, and changes nothing. */
async function main(): Promise<void> {
  const { json } = readArguments();
  const { results, hide } = await lookAtAll();
  const text = json ? reportJson(results) : reportText(results, hasColours());
  // Connections that took too long may still be open.
  const code = isAnyBad(results) ? 1 : 0;
  process.stdout.write(`${hide(text)}\n`, () => process.exit(code));
}

function readArguments(): { json: boolean } {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    return parseArgs({ options }).values;
  } catch {
    throw new RefusedError(USAGE);
  }
}

const hasColours = () => process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '';

async function lookAtAll(): Promise<{ results: Result[]; hide: (text: string) => string }> {
  let env: Env;
  try {
    env = readEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const todo = 'npm run setup을 다시 실행하거나 설정 파일에서 그 줄을 수정하세요.';
    const findings = [bad(`서버가 시작하지 못하는 설정입니다: ${error.message}`, todo)];
    return { results: [{ id: 'settings', title: '설정', findings }], hide: (text) => text };
  }
  env.DATA_DIR = resolve(env.DATA_DIR);
  const results = await runChecks(CHECKS, await gather(env));
  return { results, hide: (text) => withoutSecrets(text, env) };
}

async function gather(env: Env): Promise<Given> {
  const now = new Date();
  const [secret] = await presentSecrets(env).catch(() => []);
  return {
    env,
    settingsFile: findSettingsFile(),
    program: {
      version: packageJson.version,
      commit: readCommit(new URL('./commit', import.meta.url)),
    },
    stale: JSON.parse(process.env.NARU_STALE ?? '[]') as string[],
    now,
    database: await findDatabase(env),
    site: secret === undefined ? Promise.resolve(null) : callSite(env.PUBLIC_URL, { secret, now }),
    machine: thisMachine,
  };
}

/** The embedded database belongs to the running server: it is read through that, and never started. */
async function findDatabase(env: Env): Promise<Given['database']> {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL };
  if (!hasEmbedded(env)) return { url: null, why: '아직 데이터베이스가 없습니다.' };
  return runningUrl(env.DATA_DIR).then(
    (url) => ({ url }),
    () => ({ url: null, why: '서버가 꺼져 있어 내장 데이터베이스를 보지 않았습니다.' }),
  );
}

runCli(main);
