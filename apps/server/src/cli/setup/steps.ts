import * as z from 'zod/mini';
import { institutionWords } from '../../features/credentials/institution-words.ts';
import { createPasswordPolicy } from '../../features/credentials/password-policy.ts';
import { DEFAULT_SETTINGS } from '../../features/site/site.config.ts';
import {
  type Answers,
  adminSchema,
  makePassword,
  type Names,
  namesSchema,
  type Present,
  suggestNickname,
} from './answers.ts';
import { BACK, type Given, type Step } from './interview.ts';
import type { Prompts } from './prompts.ts';
import { findWrong, QUESTIONS, type Question, type Settings } from './questions.ts';

/** What the questions need of the machine. */
export interface Checks {
  findDatabaseProblem(url: string): Promise<string | null>;
  findFolderProblem(path: string): Promise<string | undefined>;
}

/** The first sentence of a schema about a value. */
const sentenceOf = (schema: z.ZodMiniType) => (value: string) =>
  z.safeParse(schema, value).error?.issues[0]?.message;

const isYes = (value: string | undefined) => value === 'yes';
const asksAdmin = (present: Present) => (given: Given) =>
  !present.hasAdmin || isYes(given['admin.more']);

/** The settings so far: what was answered, over what was there. */
export function settingsIn(given: Given, present: Present): Settings {
  const settings = { ...present.settings };
  for (const { name } of QUESTIONS) {
    const value = given[`settings.${name}`];
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

export function nameSteps({ names, isNamed }: Present, prompts: Prompts): Step[] {
  const step = (key: keyof Names, title: string, hint?: string): Step => ({
    key: `names.${key}`,
    ask: (given) =>
      prompts.line({
        title,
        hint,
        initial: given[`names.${key}`] ?? (key === 'departmentName' && !isNamed ? '' : names[key]),
        findWrong: sentenceOf(namesSchema.shape[key]),
      }),
  });
  return [
    step('universityName', '대학교', '없으면 비워 두세요.'),
    step('departmentName', '학과 또는 학부'),
    step('siteName', '사이트 이름', '제목과 이메일 제목에 보입니다.'),
    step('officeName', '담당 부서', `예: ${DEFAULT_SETTINGS.footer.contact}`),
  ];
}

export function settingSteps(present: Present, prompts: Prompts, checks: Checks): Step[] {
  return QUESTIONS.map((question) => {
    const { name, isSecret, when } = question;
    const key = `settings.${name}`;
    return {
      key,
      ...(isSecret && { isSecret }),
      ...(when && { when: (given) => when(settingsIn(given, present)) }),
      async ask(given) {
        for (;;) {
          const before = given[key] ?? present.settings[name] ?? '';
          const value = await askSetting(question, before, prompts);
          if (value === BACK) return BACK;
          const problem = await findLateProblem(name, value, checks);
          if (problem === undefined) {
            warnAbout(name, value, prompts);
            return value;
          }
          prompts.error(problem);
        }
      },
    };
  });
}

async function askSetting(question: Question, before: string, prompts: Prompts) {
  const { title, hint, wrong, form } = question;
  const typed = await prompts.line({
    title,
    hint,
    initial: form?.show(before) ?? before,
    findWrong: (value) => {
      const setting = form === undefined ? value : form.read(value, before);
      return setting === null ? wrong : findWrong(question, setting);
    },
  });
  if (typed === BACK || form === undefined) return typed;
  return form.read(typed, before) ?? '';
}

/** What only a look at the machine or at another one shows. */
async function findLateProblem(
  name: string,
  value: string,
  checks: Checks,
): Promise<string | undefined> {
  if (value === '') return undefined;
  if (name === 'DATA_DIR' || name === 'BACKUP_DIR') return checks.findFolderProblem(value);
  if (name !== 'DATABASE_URL') return undefined;
  const problem = await checks.findDatabaseProblem(value);
  return problem === null ? undefined : `데이터베이스에 연결하지 못했습니다: ${problem}`;
}

function warnAbout(name: string, value: string, prompts: Prompts): void {
  if (name !== 'PUBLIC_URL' || !value.startsWith('http:')) return;
  prompts.finding({
    level: 'warn',
    text: 'http 주소입니다. 비밀번호가 암호화되지 않고, 앱 설치와 기기 알림이 되지 않습니다.',
    todo: '시험할 때만 쓰고, 열기 전에 인증서를 받아 https로 바꾸세요.',
  });
}

export function adminSteps(present: Present, prompts: Prompts): Step[] {
  const { shape } = adminSchema;
  const when = asksAdmin(present);
  const line = (
    key: 'username' | 'name' | 'nickname' | 'email',
    title: string,
    hint: string,
    suggest: (given: Given) => string = () => '',
  ): Step => ({
    key: `admin.${key}`,
    when,
    ask: (given) =>
      prompts.line({
        title,
        hint,
        initial: given[`admin.${key}`] ?? suggest(given),
        findWrong: sentenceOf(shape[key]),
      }),
  });
  return [
    {
      key: 'admin.more',
      when: () => present.hasAdmin,
      ask: () =>
        prompts.choose('관리자가 이미 있습니다. 한 명 더 만들까요?', [
          { value: 'no', label: '아니요' },
          { value: 'yes', label: '예' },
        ]),
    },
    line(
      'username',
      '첫 관리자의 학번(교번)',
      '이 계정으로 로그인합니다. 영문 소문자와 숫자 4~20자',
    ),
    line('name', '이름', '실명. 다른 회원에게는 닉네임이 보입니다.'),
    line('nickname', '닉네임', '한글, 영문, 숫자 10자까지', (given) =>
      suggestNickname(given['admin.name'] ?? ''),
    ),
    line('email', '이메일', '비밀번호를 잊었을 때 인증 코드를 받습니다.'),
    {
      key: 'admin.password',
      isSecret: true,
      when,
      ask: (given) => askPassword(given, present, prompts),
    },
  ];
}

async function askPassword(given: Given, present: Present, prompts: Prompts) {
  const how = await prompts.choose('관리자의 비밀번호', [
    { value: 'own', label: '직접 정하기' },
    { value: 'made', label: '무작위로 만들기', hint: '끝에 한 번 보여 드립니다' },
  ]);
  if (how === BACK) return BACK;
  // Made at the end.
  if (how === 'made') return '';
  const domains = (settingsIn(given, present).STUDENT_EMAIL_DOMAINS ?? '').split(',');
  const policy = createPasswordPolicy(() => institutionWords(namesIn(given, present), domains));
  const check = sentenceOf(adminSchema.shape.password);
  const owner = personIn(given);
  for (;;) {
    const first = await prompts.secret(
      '비밀번호 (8자 이상)',
      (value) => check(value) ?? policy(value, owner) ?? undefined,
    );
    if (first === BACK) return askPassword(given, present, prompts);
    const again = await prompts.secret('비밀번호를 한 번 더 입력해 주세요', () => undefined);
    if (again === BACK) continue;
    if (first === again) return first;
    prompts.error('두 비밀번호가 다릅니다. 다시 입력해 주세요.');
  }
}

export const contactStep = (present: Present, prompts: Prompts): Step => ({
  key: 'contactEmail',
  ask: (given) =>
    prompts.line({
      title: '문의 이메일',
      hint: '로그인하지 않은 사람이 화면 아래의 문의하기를 누르면 이 주소로 보냅니다.',
      initial: given.contactEmail ?? (present.contactEmail || given['admin.email'] || ''),
      findWrong: sentenceOf(adminSchema.shape.email),
    }),
});

const namesIn = (given: Given, { names }: Present): Names => ({
  universityName: given['names.universityName'] ?? names.universityName,
  departmentName: given['names.departmentName'] ?? names.departmentName,
  siteName: given['names.siteName'] ?? names.siteName,
  officeName: given['names.officeName'] ?? names.officeName,
});

const personIn = (given: Given) => ({
  username: given['admin.username'] ?? '',
  name: given['admin.name'] ?? '',
  nickname: given['admin.nickname'] ?? '',
  email: given['admin.email'] ?? '',
});

/** The answers of a whole interview. */
export function toAnswers(given: Given, present: Present): Answers {
  const wantsAdmin = asksAdmin(present)(given);
  const password = given['admin.password'] || makePassword();
  return {
    names: namesIn(given, present),
    settings: settingsIn(given, present),
    contactEmail: given.contactEmail ?? present.contactEmail,
    // Normalised by the schema, for example to lower case.
    admin: wantsAdmin ? z.parse(adminSchema, { ...personIn(given), password }) : null,
    hasMadePassword: wantsAdmin && !given['admin.password'],
    testEmail: null,
  };
}
