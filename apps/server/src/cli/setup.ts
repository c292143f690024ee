import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { confirm } from '@clack/prompts';
import type { Env } from '../config/env.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { AppError } from '../platform/errors.ts';
import { RefusedError, runCli } from './command-line.ts';
import { envOf, tryPublicAddress, trySendingMail } from './proofs/try-settings.ts';
import { settingsFile } from './settings-file.ts';
import { type Answers, type Present, readAnswers } from './setup/answers.ts';
import { type Asked, askAll } from './setup/ask.ts';
import { applyAnswers, findDatabaseProblem, readPresent } from './setup/community.ts';
import { removeDraft } from './setup/draft.ts';
import { mergeSettings } from './setup/env-text.ts';
import { findFolderProblem } from './setup/nonsense.ts';
import { presentSettings, type Settings, toLines } from './setup/questions.ts';
import { describeResult } from './setup/result.ts';

const USAGE = 'Usage: npm run setup [-- --answers <file.json, or - for stdin> [--replace]]';
const NO_TERMINAL = `Setup asks on a terminal, and this is none. ${USAGE}`;

/** `npm run setup`: writes the file of settings, names the department, creates an administrator. */
async function main(): Promise<void> {
  const { answers: path, replace } = readArguments();
  if (path === undefined && !process.stdin.isTTY) throw new RefusedError(NO_TERMINAL);
  const file = settingsFile();
  if (file === null) throw new RefusedError('ENV_FILE is empty: there is no file to write');
  const unwritable = await findFolderProblem(dirname(file));
  if (unwritable !== undefined) throw new RefusedError(`설정 파일 ${file}: ${unwritable}`);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = await readPresent(envOf(process.env), presentSettings(process.env));
  const { answers, unproven } =
    path === undefined ? await ask(present, file) : await readFileOf(path, present);
  const lines = toLines(answers.settings, process.env);
  const text = mergeSettings(before, lines);
  const env = envOf({ ...process.env, ...toSettings(lines) });
  await refuseDatabase(env);
  if (before !== '' && text !== before && !replace) await refuseReplacing(path, file);
  // Setup continues even if the mail server fails.
  const mail = await tryEmail(env, answers);
  if (text !== before) await writeFileAtomically(file, text);
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const applied = await applyAnswers(env, answers).catch((error: unknown) => {
    throw error instanceof AppError ? new RefusedError(sentencesOf(error)) : error;
  });
  await removeDraft(file);
  const isUsualFile = process.env.ENV_FILE === undefined;
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const result = { env, file, isUsualFile, answers, applied, mail, unproven, authorities };
  process.stdout.write(`${describeResult(result)}\n`);
}

const withSettings = (settings: Settings) =>
  envOf({ ...process.env, ...toSettings(toLines(settings, process.env)) });

function ask(present: Present, file: string): Promise<Asked> {
  const proofs = {
    sendMail: (settings: Settings, to: string) => trySendingMail(withSettings(settings), to),
    callSite: (settings: Settings) => tryPublicAddress(withSettings(settings)),
  };
  return askAll({ present, file, proofs, input: process.stdin, output: process.stdout });
}

async function readFileOf(path: string, present: Present): Promise<Asked> {
  const answers = await readAnswers(path, present);
  const { PUBLIC_URL = '', SMTP_URL = '' } = answers.settings;
  const unproven = [
    ...(SMTP_URL !== '' && answers.testEmail === null ? ['이메일 서버'] : []),
    ...(PUBLIC_URL === '' ? [] : ['공개 주소']),
  ];
  return { answers, unproven };
}

function readArguments() {
  const options = { answers: { type: 'string' }, replace: { type: 'boolean' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new RefusedError(USAGE);
  }
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
  const message = `${file}의 설정을 새 답으로 바꿀까요? 다른 줄은 그대로 둡니다.`;
  const isWanted = await confirm({ message, active: '예', inactive: '아니요' });
  if (isWanted !== true) throw new RefusedError('그만두었습니다. 바뀐 것은 없습니다.');
}

/** What became of the test e-mail; null without one. */
async function tryEmail(env: Env, { testEmail }: Answers): Promise<string | null> {
  if (testEmail === null) return null;
  const problem = await trySendingMail(env, testEmail);
  return problem === null ? `${testEmail}로 보냈습니다.` : `${problem.text} ${problem.todo ?? ''}`;
}

function sentencesOf(error: AppError): string {
  const fields = error.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return `관리자를 만들지 못했습니다. ${fields.length === 0 ? error.message : fields.join(' ')} 설정은 저장했습니다. npm run setup을 다시 실행해 주세요.`;
}

runCli(main);
