import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Env, readEnv } from '../config/env.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { messageOf } from '../platform/database/errors.ts';
import { AppError } from '../platform/errors.ts';
import { RefusedError, runCli } from './command-line.ts';
import { type Answers, readAnswers } from './setup/answers.ts';
import { askAll, askYes } from './setup/ask.ts';
import { applyAnswers, findDatabaseProblem, readPresent } from './setup/community.ts';
import { mergeSettings } from './setup/env-text.ts';
import { presentSettings, type Settings, toLines } from './setup/questions.ts';
import { describeResult } from './setup/result.ts';
import { sendTestEmail } from './test-email.ts';

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
  // Setup itself goes on when the mail server does not.
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

/** Of the checkout, unless ENV_FILE names another one; where a link points to. */
function envFile(): string {
  const given = process.env.ENV_FILE;
  if (given === '') throw new RefusedError('ENV_FILE is empty: there is no file to write');
  // As far from this file as from its bundle.
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
