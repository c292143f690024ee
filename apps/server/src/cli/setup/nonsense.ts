import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isLoopback } from '../../platform/loopback.ts';

/** Names of ranges that the server knows. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];
/** Wider ranges are half of the Internet rather than a proxy. */
const WIDEST = { 4: 8, 6: 16 };
/** Anybody gets an address there. */
const WEBMAIL =
  /^(?:gmail\.com|naver\.com|daum\.net|hanmail\.net|kakao\.com|nate\.com|outlook\.com|hotmail\.com|icloud\.com|yahoo\.co(?:m|\.kr))$/;

type Find = (value: string) => string | undefined;

/** Values that the server would take and that cannot be meant; each returns a sentence. */
const FINDERS: Record<string, Find> = {
  PUBLIC_URL: (value) => {
    const url = new URL(value);
    if (url.username !== '' || url.password !== '')
      return '사용자와 비밀번호 없이 주소만 입력해 주세요.';
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      return '경로(/…) 없이 https://naru.example.ac.kr처럼 입력해 주세요. 나루는 주소의 맨 위에만 놓입니다.';
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isLoopback(host) || host === '0.0.0.0' || host === '::') {
      return '이 컴퓨터에서만 열리는 주소입니다. 혼자 시험하려면 비워 두세요.';
    }
    const isName = isIP(host) !== 0 || /[^.]\.[^.]/.test(host);
    return isName ? undefined : 'naru.example.ac.kr처럼 점이 있는 전체 이름을 입력해 주세요.';
  },
  TRUST_PROXY: (value) => {
    const entries = value.split(',').map((entry) => entry.trim().toLowerCase());
    for (const entry of entries.filter((one) => one !== '' && !RANGES.includes(one))) {
      const problem = findProxyProblem(entry);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
  HOST: (value) =>
    isIP(value) !== 0 || value === 'localhost'
      ? undefined
      : '127.0.0.1이나 0.0.0.0처럼 이 컴퓨터의 IP 주소를 입력해 주세요.',
  PORT: (value) => (Number(value) > 0 ? undefined : '1에서 65535 사이의 수를 입력해 주세요.'),
  SMTP_URL: (value) => {
    const { hostname } = new URL(value);
    if (hostname === '')
      return '이메일 서버의 이름이 없습니다. smtps://사용자:비밀번호@mail.example.ac.kr처럼 입력해 주세요.';
    return /@.*@/.test(value)
      ? '@가 두 개 있습니다. 사용자나 비밀번호의 @는 %40으로 적어 주세요.'
      : undefined;
  },
  MAIL_FROM: (value) =>
    /@[^@\s>]+\.[^@\s>.]+>?$/.test(value.trim())
      ? undefined
      : '@ 뒤에 example.ac.kr처럼 전체 도메인을 입력해 주세요.',
  STUDENT_EMAIL_DOMAINS: (value) => {
    const found = value.split(',').find((domain) => WEBMAIL.test(domain.trim().replace(/^@/, '')));
    return found === undefined
      ? undefined
      : `${found.trim()}은(는) 누구나 만들 수 있어 아무나 학생이 됩니다. 학교의 도메인만 입력해 주세요.`;
  },
  DATA_DIR: findPathProblem,
  BACKUP_DIR: findPathProblem,
  DATABASE_URL: (value) => {
    const { hostname, pathname, searchParams } = new URL(value);
    if (hostname === '' && !searchParams.has('host')) return '데이터베이스 서버의 이름이 없습니다.';
    return pathname.length > 1
      ? undefined
      : '주소 끝에 /naru처럼 데이터베이스의 이름을 적어 주세요.';
  },
};

/** Why a value that the server would take cannot be meant; undefined if it can. */
export function findNonsense(name: string, value: string): string | undefined {
  return value === '' ? undefined : FINDERS[name]?.(value);
}

function findProxyProblem(entry: string): string | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  const isAll = ['*', 'true', 'all', '0.0.0.0', '::'].includes(entry);
  const tooWide =
    '누구나 주소를 꾸며 낼 수 있게 됩니다. 프록시의 주소만 입력해 주세요. 예: 127.0.0.1';
  if (isAll) return tooWide;
  if (family === 0 || more.length > 0) {
    return `${entry}은(는) 주소가 아닙니다. 127.0.0.1이나 10.0.0.0/24처럼 IP 주소를 입력해 주세요.`;
  }
  if (prefix === undefined) return undefined;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= (family === 4 ? 32 : 128))) return `${entry}의 범위가 잘못되었습니다.`;
  return bits < WIDEST[family === 4 ? 4 : 6] ? tooWide : undefined;
}

function findPathProblem(value: string): string | undefined {
  if (value.startsWith('~')) return '~ 대신 /srv/naru처럼 전체 경로를 입력해 주세요.';
  if (/^[a-z][\w+.-]*:\/\//i.test(value)) return '주소가 아니라 이 컴퓨터의 폴더를 입력해 주세요.';
  return isAbsolute(value) && resolve(value) === '/'
    ? '맨 위 폴더(/)는 쓸 수 없습니다.'
    : undefined;
}

/** Why files cannot be written into the folder, which may be missing yet; undefined if they can. */
export async function findFolderProblem(path: string): Promise<string | undefined> {
  const folder = resolve(path);
  const entry = await stat(folder).catch(() => null);
  if (entry === null && dirname(folder) !== folder) return findFolderProblem(dirname(folder));
  if (entry?.isDirectory() !== true) return `${folder}은(는) 폴더가 아닙니다.`;
  // Rights alone say nothing about mounts, quotas and remote folders.
  return mkdtemp(join(folder, '.naru-')).then(
    async (made) => void (await rmdir(made)),
    () =>
      `${folder}에 쓸 수 없습니다. 서버를 실행할 계정으로 setup을 실행하거나, 그 계정의 폴더를 먼저 만들어 주세요.`,
  );
}

/** A time of day as 04:00, from 4:00 or 4시 as well; null for none. */
export function readTime(value: string): string | null {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?::(\d{2})|시)$/.exec(value.trim()) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}
