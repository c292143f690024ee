import { randomBytes } from 'node:crypto';
import { findProblem, isSettingName } from '../../config/env.ts';
import type { EnvLine } from './env-text.ts';
import { findNonsense, readTime } from './nonsense.ts';

export type Settings = Record<string, string>;

/** A setting that setup asks for. */
export interface Question {
  name: string;
  title: string;
  hint: string;
  /** Shown for a value that the server would refuse. */
  wrong: string;
  /** Suggested if nothing is set. */
  suggested: string;
  isRequired?: boolean;
  /** Asked only if this returns true; otherwise the present value stays. */
  when?: (settings: Settings) => boolean;
  /** Has a password in it. */
  isSecret?: boolean;
  /** The value as the user sees it, and the setting for what was typed; null if it is wrong. */
  form?: {
    show: (value: string) => string;
    read: (typed: string, present: string) => string | null;
  };
}

const isPublic = ({ PUBLIC_URL = '' }: Settings) => PUBLIC_URL !== '';
const DOMAINS = '이메일 도메인을 g.example.ac.kr처럼 쓰고, 여럿이면 쉼표로 나눠 주세요.';

export const QUESTIONS: readonly Question[] = [
  {
    name: 'STUDENT_EMAIL_DOMAINS',
    title: '학생 이메일 도메인',
    hint: '이 이메일로 가입하면 학생이 됩니다. 예: g.example.ac.kr (여럿이면 쉼표로)',
    wrong: DOMAINS,
    suggested: '',
  },
  {
    name: 'SIGNUP_EMAIL_DOMAINS',
    title: '가입할 수 있는 이메일 도메인',
    hint: '비우면 어떤 이메일로도 가입할 수 있습니다.',
    wrong: DOMAINS,
    suggested: '',
  },
  {
    name: 'PUBLIC_URL',
    title: '사이트의 공개 주소',
    hint: '예: https://naru.example.ac.kr (비우면 이 컴퓨터에서만 엽니다)',
    wrong: 'https://naru.example.ac.kr처럼 http나 https로 시작하는 주소를 입력해 주세요.',
    suggested: '',
  },
  {
    name: 'TRUST_PROXY',
    title: '역방향 프록시의 주소',
    hint: 'nginx, Caddy 등이 있는 곳. 같은 컴퓨터면 127.0.0.1 (없으면 비움)',
    wrong: '127.0.0.1처럼 주소나 범위를 입력해 주세요.',
    suggested: '127.0.0.1',
    when: isPublic,
  },
  {
    name: 'HOST',
    title: '서버가 연결을 받는 주소',
    hint: '프록시가 같은 컴퓨터에 있으면 127.0.0.1, 다른 컴퓨터에 있으면 0.0.0.0',
    wrong: '127.0.0.1처럼 주소를 입력해 주세요.',
    suggested: '127.0.0.1',
    isRequired: true,
    when: isPublic,
  },
  {
    name: 'PORT',
    title: '서버의 포트',
    hint: '웹과 API가 함께 쓰는 포트',
    wrong: '1에서 65535 사이의 수를 입력해 주세요.',
    suggested: '3000',
    isRequired: true,
  },
  {
    name: 'SMTP_URL',
    title: '이메일 서버',
    hint: '예: smtps://사용자:비밀번호@mail.example.ac.kr (비우면 파일로만 남김)',
    wrong:
      'smtp:// 또는 smtps://로 시작하는 주소를 입력해 주세요. 비밀번호의 /는 %2F, @는 %40, #은 %23으로 적습니다.',
    suggested: '',
    isSecret: true,
  },
  {
    name: 'MAIL_FROM',
    title: '이메일을 보내는 사람',
    hint: '예: 컴퓨터공학과 커뮤니티 <no-reply@example.ac.kr>',
    wrong: 'no-reply@example.ac.kr 또는 이름 <no-reply@example.ac.kr>처럼 입력해 주세요.',
    suggested: '',
    isRequired: true,
    when: ({ SMTP_URL = '' }) => SMTP_URL !== '',
  },
  {
    name: 'DATA_DIR',
    title: '자료를 둘 폴더',
    hint: '내장 데이터베이스와 올린 파일이 들어갑니다.',
    wrong: '폴더를 입력해 주세요.',
    suggested: './data',
    isRequired: true,
  },
  {
    name: 'DATABASE_URL',
    title: '직접 운영하는 PostgreSQL',
    hint: '예: postgres://사용자:비밀번호@호스트/이름 (비우면 내장 데이터베이스)',
    wrong: 'postgres://로 시작하는 주소를 입력해 주세요.',
    suggested: '',
    isSecret: true,
  },
  {
    name: 'BACKUP',
    title: '매일 백업할 시각',
    hint: '한국 시간. 예: 04:00 (없음이라고 쓰면 백업하지 않습니다)',
    wrong: '00:00에서 23:59 사이의 시각을 04:00처럼 입력해 주세요.',
    suggested: '',
    form: { show: showPlan, read: readPlan },
  },
  {
    name: 'BACKUP_DIR',
    title: '백업을 둘 폴더',
    hint: '다른 디스크나 다른 컴퓨터의 폴더가 좋습니다. (비우면 자료 폴더의 backups)',
    wrong: '폴더를 입력해 주세요.',
    suggested: '',
    when: hasBackups,
  },
  {
    name: 'BACKUP_PROOF',
    title: '백업을 복원해 확인할 시각',
    hint: '매일 임시 데이터베이스에 복원해 비교합니다. 예: 05:30 (없음이라고 쓰면 하지 않습니다)',
    wrong: '05:30이나 일요일 05:30처럼 00:00에서 23:59 사이의 시각을 입력해 주세요.',
    suggested: '',
    when: hasBackups,
    form: { show: showProof, read: readProof },
  },
];

function hasBackups({ BACKUP = '' }: Settings): boolean {
  return BACKUP.startsWith('daily');
}

const KEEP = 14;
/** Once a week instead of every day. */
const SUNDAY = '일요일 ';

function showPlan(value: string): string {
  if (value === 'off') return '없음';
  return /^daily (\d\d:\d\d)/.exec(value)?.[1] ?? '04:00';
}

/** Keeps as many as before. */
function readPlan(typed: string, present: string): string | null {
  if (['', '없음', 'off'].includes(typed)) return 'off';
  const time = readTime(typed);
  const keep = /keep (\d+)$/.exec(present)?.[1] ?? KEEP;
  return time === null ? null : `daily ${time} keep ${keep}`;
}

function showProof(value: string): string {
  if (value === 'off') return '없음';
  const [, every, time = '05:30'] = /^(daily|weekly) (\d\d:\d\d)$/.exec(value) ?? [];
  return every === 'weekly' ? `${SUNDAY}${time}` : time;
}

function readProof(typed: string): string | null {
  if (['', '없음', 'off'].includes(typed)) return 'off';
  const isWeekly = typed.startsWith(SUNDAY);
  const time = readTime(isWeekly ? typed.slice(SUNDAY.length) : typed);
  return time === null ? null : `${isWeekly ? 'weekly' : 'daily'} ${time}`;
}

/** The reason why a setting is invalid, in Korean; undefined if it is valid. */
export function findWrong(question: Question, value: string): string | undefined {
  const isMissing = value === '' && question.isRequired === true;
  const isUsable = isSettingName(question.name) && findProblem(question.name, value) === null;
  return isUsable && !isMissing ? findNonsense(question.name, value) : question.wrong;
}

/** The present values, or the suggested ones. */
export function presentSettings(source: Record<string, string | undefined>): Settings {
  return Object.fromEntries(
    QUESTIONS.map(({ name, suggested }) => [name, source[name] ?? suggested]),
  );
}

/** The answers as lines of the file, with the settings that need no question. */
export function toLines(settings: Settings, source: Record<string, string | undefined>): EnvLine[] {
  const asked = QUESTIONS.filter(({ when }) => when?.(settings) ?? true);
  const isAsked = new Set(QUESTIONS.map(({ name }) => name));
  const others = Object.entries({ ...unasked(settings, source), ...settings });
  return [
    ...asked.map(({ name, title, hint }) => toLine(name, settings[name], `${title}: ${hint}`)),
    ...others.filter(([name]) => !isAsked.has(name)).map(([name, value]) => toLine(name, value)),
  ];
}

const COMMENTS: Settings = {
  DEMO: '체험용 계정과 글을 만들지 않습니다.',
  TOKEN_SECRET: '로그인과 봉인의 비밀 값: 데이터베이스와 따로 보관하고, 잃어버리지 마세요.',
};

function toLine(name: string, value = '', comment = COMMENTS[name]): EnvLine {
  return { name, value, comment: comment ?? `${name}: docs/guide/settings.md에 설명이 있습니다.` };
}

/** Turns the demo off, and makes the secret once that an external database needs. */
function unasked(settings: Settings, source: Record<string, string | undefined>): Settings {
  const isEmbedded = (settings.DATABASE_URL ?? '') === '';
  if (isEmbedded) return { DEMO: 'off' };
  const TOKEN_SECRET = source.TOKEN_SECRET || randomBytes(48).toString('base64url');
  return { DEMO: 'off', TOKEN_SECRET };
}
