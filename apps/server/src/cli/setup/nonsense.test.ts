import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFolderProblem, readTime } from './nonsense.ts';
import { findWrong, QUESTIONS } from './questions.ts';

const wrongOf = (name: string, value: string) => {
  const question = QUESTIONS.find((one) => one.name === name);
  if (question === undefined) throw new Error(`${name} is not asked`);
  return findWrong(question, value);
};

/** Refused values of each setting. */
const NONSENSE: Record<string, string[]> = {
  PUBLIC_URL: [
    'naru.example.ac.kr',
    'https://',
    'ftp://naru.example.ac.kr',
    'https://naru',
    'https://naru.example.ac.kr/community',
    'https://naru.example.ac.kr/?a=1',
    'https://user:secret@naru.example.ac.kr',
    'http://localhost:3000',
    'https://127.0.0.1',
    'https://[::1]:3000',
    'http://0.0.0.0:3000',
  ],
  TRUST_PROXY: [
    '*',
    'true',
    'all',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0',
    '1.0.0.0/4',
    'nginx',
    '10.0.0.0/33',
    '127.0.0.1,nginx',
  ],
  HOST: ['', 'naru.example.ac.kr', 'http://127.0.0.1', '127.0.0.1:3000', '300.1.1.1'],
  PORT: ['', '0', '-1', '65536', '70000', '3000a', 'http'],
  SMTP_URL: [
    'mail.example.ac.kr',
    'http://mail.example.ac.kr',
    'smtp://',
    'smtps://a:p@ss@mail.example.ac.kr',
    'smtps://a:p/ss@mail.example.ac.kr',
  ],
  MAIL_FROM: ['', 'naru', 'naru@', '@example.ac.kr', 'naru@localhost', 'Naru <naru>', 'a@b@c'],
  STUDENT_EMAIL_DOMAINS: [
    'g.example.ac.kr,gmail.com',
    '@naver.com',
    'example',
    'a@g.example.ac.kr',
    'https://example.ac.kr',
  ],
  SIGNUP_EMAIL_DOMAINS: ['example', '*.example.ac.kr', 'a b.kr'],
  DATA_DIR: ['', '/', '~/naru', 'https://example.ac.kr/naru'],
  BACKUP_DIR: ['/', '~/backup', 's3://bucket/naru'],
  DATABASE_URL: ['naru', 'mysql://db/naru', 'postgres://db', 'postgres:///naru'],
};
/** Values that are meant. */
const SENSE: Record<string, string[]> = {
  PUBLIC_URL: [
    '',
    'https://naru.example.ac.kr',
    'https://naru.example.ac.kr/',
    'http://203.0.113.5:8080',
    'https://나루.한국',
  ],
  TRUST_PROXY: ['', '127.0.0.1', '10.0.0.0/8', '::1', 'loopback,10.1.2.3', 'fd00::/64'],
  HOST: ['127.0.0.1', '0.0.0.0', '::', 'localhost'],
  PORT: ['1', '3000', '65535'],
  SMTP_URL: ['', 'smtp://mail.example.ac.kr', 'smtps://a%40b.kr:p%2Fss@mail.example.ac.kr:465'],
  MAIL_FROM: ['naru@example.ac.kr', '컴퓨터공학과 <no-reply@cs.example.ac.kr>'],
  STUDENT_EMAIL_DOMAINS: ['', 'g.example.ac.kr', '@g.example.ac.kr, example.ac.kr'],
  SIGNUP_EMAIL_DOMAINS: ['', 'gmail.com'],
  DATA_DIR: ['./data', '/srv/naru'],
  BACKUP_DIR: ['', '/backup/naru'],
  DATABASE_URL: ['', 'postgres://naru:secret@db/naru', 'postgres:///naru?host=/run/postgresql'],
};

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([name, values]) => values.map((value) => [name, value] as const));

describe('an answer of setup', () => {
  it.each(pairs(NONSENSE))('is refused as %s with a sentence: %j [OPS-297]', (name, value) => {
    expect(wrongOf(name, value)).toMatch(/(주세요|니다|세요)\.|예: /);
  });

  it.each(pairs(SENSE))('is taken as %s: %j [OPS-297]', (name, value) => {
    expect(wrongOf(name, value)).toBeUndefined();
  });

  it.each([
    ['04:00', '04:00'],
    ['4:05', '04:05'],
    ['4시', '04:00'],
    [' 23:59 ', '23:59'],
    ['25:00', null],
    ['24:00', null],
    ['12:60', null],
    ['4', null],
    ['새벽', null],
    ['', null],
  ])('%j is the time %j [OPS-297]', (typed, time) => {
    expect(readTime(typed)).toBe(time);
  });
});

/** A user without rights. */
const NOBODY = 65_534;

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naru-folder-'));
    await writeFile(join(folder, 'file'), '');
  });
  afterAll(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true });
  });

  it('may be missing, below one that can be written, and is no file [OPS-297]', async () => {
    expect(await findFolderProblem(join(folder, 'a/b/c'))).toBeUndefined();
    expect(await findFolderProblem(join(folder, 'file'))).toMatch(/폴더가 아닙니다/);
    expect(await findFolderProblem(join(folder, 'file/below'))).toMatch(/폴더가 아닙니다/);
  });

  it('is refused when it cannot be written [OPS-297]', async () => {
    await chmod(folder, 0o500);
    // Root may write everywhere, so this asks as somebody else.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      expect(await findFolderProblem(join(folder, 'a'))).toMatch(/쓸 수 없습니다/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
