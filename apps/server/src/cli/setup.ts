import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Env, readEnv } from '../config/env.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { messageOf } from '../platform/database/errors.ts';
import { AppError } from '../platform/errors.ts';
import { RefusedError, runCli } from './command-line.ts';
import { type Answers, readAnswers } from './setup/answers.ts';
import { askAll, askYes } from './setup/ask.ts';
import { type Applied, applyAnswers, findDatabaseProblem, readPresent } from './setup/community.ts';
import { mergeSettings } from './setup/env-text.ts';
import { presentSettings, type Settings, toLines } from './setup/questions.ts';
import { sendTestEmail } from './test-email.ts';

interface Result {
  env: Env;
  file: string;
  /** Whether commands find the file by themselves. */
  isUsualFile: boolean;
  answers: Answers;
  applied: Applied;
  /** What became of the test e-mail. */
  mail: string | null;
}

const ADMIN_TEXTS: Record<Applied['admin'], string> = {
  created: '관리자 계정을 만들었습니다',
  granted: '회원에게 관리자 권한을 주었습니다. 비밀번호는 그대로입니다',
  'had it': '이미 관리자인 회원입니다. 비밀번호는 그대로입니다',
  none: '',
};

/** What setup has done, and what to do next. */
function describeResult(result: Result): string {
  const { env, file, answers, applied, mail } = result;
  const { admin, hasMadePassword, names } = answers;
  const lines = ['', `${names.departmentName}의 ${names.siteName}, 준비를 마쳤습니다.`, ''];
  lines.push(`설정 파일: ${file}`);
  if (admin !== null) lines.push(`${ADMIN_TEXTS[applied.admin]}: ${admin.username}`);
  if (admin !== null && hasMadePassword && applied.admin === 'created') {
    lines.push(`비밀번호: ${admin.password}`, '  다시 보여 드리지 않으니 지금 적어 두세요.');
  }
  if (mail !== null) lines.push(`시험 이메일: ${mail}`);
  if (env.DATABASE_URL !== undefined) {
    lines.push('TOKEN_SECRET을 데이터베이스와 다른 곳에 따로 보관해 주세요.');
  }
  lines.push('', '다음에 할 일', ...nextSteps(result).map((step, at) => `  ${at + 1}. ${step}`));
  return lines.join('\n');
}

function nextSteps({ env, file, isUsualFile, applied: { hasDemo } }: Result): string[] {
  const set = isUsualFile ? '' : `ENV_FILE=${file} `;
  const removal = `체험용 계정이 남아 있습니다. 먼저 지우세요: ${set}npm run demo -- remove`;
  return [
    ...(hasDemo ? [removal] : []),
    isUsualFile
      ? '서버를 시작하세요: npm start'
      : `서버를 시작하세요: ${set}npm start (systemd라면 naru.service를 등록)`,
    ...proxyStep(env),
    `${env.PUBLIC_URL}/login 에서 관리자로 로그인하세요. 관리자 › 할 일에 첫 단계가 나옵니다.`,
    ...(env.SMTP_URL === undefined
      ? [`이메일 서버가 없어 인증 코드는 파일로만 남습니다: ${join(env.DATA_DIR, 'outbox')}`]
      : []),
  ];
}

/** With a public https address nobody can reach the site until there is a proxy. */
function proxyStep({ PUBLIC_URL, PORT }: Env): string[] {
  if (!PUBLIC_URL.startsWith('https:')) return [];
  return [
    `프록시가 ${PUBLIC_URL}을 이 서버의 ${PORT}번 포트로 넘기게 하세요. 예: deploy/proxy/nginx.conf, Caddyfile`,
  ];
}

const USAGE = 'Usage: npm run setup [-- --answers <file.json, or - for stdin> [--replace]]';
const NO_TERMINAL = `Setup asks on a terminal, and this is none. ${USAGE}`;

/** `npm run setup`: writes the file of settings, names the department, creates an administrator. */
async function main(): Promise<void> {
  const { answers: path, replace } = readArguments();
  if (path === undefined && !process.stdin.isTTY) throw new RefusedError(NO_TERMINAL);
  const file = envFile();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = await readPresent(withFolder(process.env), presentSettings(process.env));
  const answers = path === undefined ? await askAll(present) : await readAnswers(path, present);
  const lines = toLines(answers.settings, process.env);
  const text = mergeSettings(before, lines);
  const env = withFolder({ ...process.env, ...toSettings(lines) });
  await refuseDatabase(env);
  if (before !== '' && text !== before && !replace) await refuseReplacing(path, file);
  // Setup continues even if the mail server fails.
  const mail = await tryEmail(env, answers);
  if (text !== before) await writeFileAtomically(file, text);
  const applied = await applyAnswers(env, answers).catch((error: unknown) => {
    throw error instanceof AppError ? new RefusedError(sentencesOf(error)) : error;
  });
  const isUsualFile = process.env.ENV_FILE === undefined;
  const result = { env, file, isUsualFile, answers, applied, mail };
  process.stdout.write(`${describeResult(result)}\n`);
}

function readArguments() {
  const options = { answers: { type: 'string' }, replace: { type: 'boolean' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new RefusedError(USAGE);
  }
}

/** The env file of the checkout, unless ENV_FILE names another one; resolves links. */
function envFile(): string {
  const given = process.env.ENV_FILE;
  if (given === '') throw new RefusedError('ENV_FILE is empty: there is no file to write');
  // The path is the same from this file and from its bundle.
  const file = given ?? fileURLToPath(new URL('../../../.env', import.meta.url));
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

function withFolder(source: Record<string, string | undefined>): Env {
  const env = readEnv(source);
  return { ...env, DATA_DIR: resolve(env.DATA_DIR) };
}

function toSettings(lines: ReturnType<typeof toLines>): Settings {
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]));
}

async function refuseDatabase({ DATABASE_URL: url }: Env): Promise<void> {
  const problem = url === undefined ? null : await findDatabaseProblem(url);
  if (problem !== null) throw new RefusedError(`The database does not respond: ${problem}`);
}

async function refuseReplacing(path: string | undefined, file: string): Promise<void> {
  if (path !== undefined) {
    throw new RefusedError(`${file} has other settings. Change them with --replace.`);
  }
  const isWanted = await askYes(
    `${file}의 설정을 새 답으로 바꿀까요? 다른 줄은 그대로 둡니다.`,
    true,
  );
  if (!isWanted) throw new RefusedError('그만두었습니다. 바뀐 것은 없습니다.');
}

/** What became of the test e-mail; null without one. */
async function tryEmail(env: Env, { testEmail }: Answers): Promise<string | null> {
  if (testEmail === null) return null;
  return sendTestEmail(env, testEmail).catch(messageOf);
}

function sentencesOf(error: AppError): string {
  const fields = error.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return `관리자를 만들지 못했습니다. ${fields.length === 0 ? error.message : fields.join(' ')} 설정은 저장했습니다. npm run setup을 다시 실행해 주세요.`;
}

runCli(main);
