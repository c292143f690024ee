import { styleText } from 'node:util';
import { confirm, isCancel, log, type Option, password, S_BAR, select, text } from '@clack/prompts';
import * as z from 'zod/mini';
import { institutionWords } from '../../features/credentials/institution-words.ts';
import { createPasswordPolicy } from '../../features/credentials/password-policy.ts';
import { DEFAULT_SETTINGS } from '../../features/site/site.config.ts';
import { RefusedError } from '../command-line.ts';
import {
  type Answers,
  adminSchema,
  makePassword,
  type Names,
  type NewAdmin,
  namesSchema,
  type Present,
  suggestNickname,
} from './answers.ts';
import { findDatabaseProblem } from './community.ts';
import { findWrong, QUESTIONS, type Settings } from './questions.ts';

const STOPPED = '그만두었습니다. 바뀐 것은 없습니다.';

/** The value of a prompt. Throws RefusedError if the user presses Ctrl+C. */
async function taken<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
  const value = await prompt;
  if (isCancel(value)) throw new RefusedError(STOPPED);
  return value as Exclude<T, symbol>;
}

export const askYes = (message: string, initialValue: boolean) =>
  taken(confirm({ message, initialValue, active: '예', inactive: '아니요' }));

const choose = <T extends string>(message: string, options: Option<T>[]) =>
  taken(select<T>({ message, options, showInstructions: false }));

interface Line {
  title: string;
  hint?: string;
  initial: string;
  findWrong: (value: string) => string | undefined;
}

async function askLine({ title, hint, initial, findWrong }: Line): Promise<string> {
  const bar = styleText('gray', S_BAR);
  const message = hint === undefined ? title : `${title}\n${bar}  ${hint}`;
  const validate = (value = '') => findWrong(value.trim());
  return ((await taken(text({ message, initialValue: initial, validate }))) ?? '').trim();
}

/** The first sentence of a schema about a value. */
const sentenceOf = (schema: z.ZodMiniType) => (value: string) =>
  z.safeParse(schema, value).error?.issues[0]?.message;

/** Asks for everything on the terminal, with the present values as defaults. */
export async function askAll(present: Present): Promise<Answers> {
  log.info('Enter를 누르면 보이는 값을 그대로 씁니다. Ctrl+C로 언제든 그만둘 수 있습니다.');
  const names = await askNames(present);
  const settings = await askSettings(present.settings);
  const wantsAdmin =
    !present.hasAdmin || (await askYes('관리자가 이미 있습니다. 한 명 더 만들까요?', false));
  const made = wantsAdmin ? await askAdmin(names, settings) : null;
  const contactEmail = await askLine({
    title: '문의 이메일',
    hint: '로그인하지 않은 사람이 화면 아래의 문의하기를 누르면 이 주소로 보냅니다.',
    initial: present.contactEmail || made?.admin.email || '',
    findWrong: sentenceOf(adminSchema.shape.email),
  });
  const testEmail = await askTestEmail(settings, made?.admin.email ?? contactEmail);
  return {
    names,
    settings,
    contactEmail,
    admin: made?.admin ?? null,
    hasMadePassword: made?.hasMadePassword ?? false,
    testEmail,
  };
}

async function askNames({ names, isNamed }: Present): Promise<Names> {
  const { shape } = namesSchema;
  const ask = (key: keyof Names, title: string, hint?: string) =>
    askLine({
      title,
      ...(hint !== undefined && { hint }),
      initial: key === 'departmentName' && !isNamed ? '' : names[key],
      findWrong: sentenceOf(shape[key]),
    });
  return {
    universityName: await ask('universityName', '대학교', '없으면 비워 두세요.'),
    departmentName: await ask('departmentName', '학과 또는 학부'),
    siteName: await ask('siteName', '사이트 이름', '제목과 이메일 제목에 보입니다.'),
    officeName: await ask('officeName', '담당 부서', `예: ${DEFAULT_SETTINGS.footer.contact}`),
  };
}

async function askSettings(present: Settings): Promise<Settings> {
  const settings = { ...present };
  for (const question of QUESTIONS) {
    const { name, title, hint, when } = question;
    if (when !== undefined && !when(settings)) continue;
    do {
      settings[name] = await askLine({
        title,
        hint,
        initial: settings[name] ?? '',
        findWrong: (value) => findWrong(question, value),
      });
    } while (name === 'DATABASE_URL' && !(await acceptsDatabase(settings[name])));
  }
  return settings;
}

/** Returns false to ask again. */
async function acceptsDatabase(url = ''): Promise<boolean> {
  if (url === '') return true;
  const problem = await findDatabaseProblem(url);
  if (problem === null) return true;
  log.error(`데이터베이스에 연결하지 못했습니다: ${problem}`);
  return false;
}

async function askAdmin(names: Names, settings: Settings) {
  log.step('첫 관리자 계정을 만듭니다. 이 계정으로 로그인합니다.');
  const { shape } = adminSchema;
  const ask = (key: keyof NewAdmin, title: string, hint: string, initial = '') =>
    askLine({ title, hint, initial, findWrong: sentenceOf(shape[key]) });
  const username = await ask('username', '학번(교번)', '영문 소문자와 숫자 4~20자');
  const name = await ask('name', '이름', '실명. 다른 회원에게는 닉네임이 보입니다.');
  const nickname = await ask(
    'nickname',
    '닉네임',
    '한글, 영문, 숫자 10자까지',
    suggestNickname(name),
  );
  const email = await ask('email', '이메일', '비밀번호를 잊었을 때 인증 코드를 받습니다.');
  const person = { username, name, nickname, email };
  const isChosen =
    (await choose('비밀번호', [
      { value: 'own', label: '직접 정하기' },
      { value: 'made', label: '무작위로 만들기', hint: '끝에 한 번 보여 드립니다' },
    ])) === 'own';
  const chosen = isChosen ? await askPassword(names, settings, person) : makePassword();
  // Normalised by the schema, for example to lower case.
  const admin = z.parse(adminSchema, { ...person, password: chosen });
  return { admin, hasMadePassword: !isChosen };
}

async function askPassword(
  names: Names,
  settings: Settings,
  owner: Omit<NewAdmin, 'password'>,
): Promise<string> {
  const domains = (settings.STUDENT_EMAIL_DOMAINS ?? '').split(',');
  const policy = createPasswordPolicy(() => institutionWords(names, domains));
  const check = sentenceOf(adminSchema.shape.password);
  for (;;) {
    const first = await taken(
      password({
        message: '비밀번호 (8자 이상)',
        validate: (value = '') => check(value) ?? policy(value, owner) ?? undefined,
      }),
    );
    const again = await taken(password({ message: '비밀번호를 한 번 더 입력해 주세요' }));
    if (first === again) return first;
    log.error('두 비밀번호가 다릅니다. 다시 입력해 주세요.');
  }
}

async function askTestEmail(settings: Settings, initial: string): Promise<string | null> {
  if ((settings.SMTP_URL ?? '') === '') return null;
  if (!(await askYes('이메일 서버를 확인하는 시험 이메일을 보낼까요?', true))) return null;
  const check = sentenceOf(adminSchema.shape.email);
  return askLine({ title: '시험 이메일을 받을 주소', initial, findWrong: check });
}
