import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_IDENTITY } from '../../features/site/site.config.ts';
import { type Present, readAnswers } from './answers.ts';
import { findWrong, presentSettings, QUESTIONS, toLines } from './questions.ts';

const ADMIN = { username: '20100001', name: '김 보라', email: 'bora@hanbit.ac.kr' };
const GIVEN = { names: { departmentName: '컴퓨터공학과' }, admin: ADMIN };
const EMPTY: Present = {
  settings: presentSettings({}),
  names: DEFAULT_IDENTITY,
  isNamed: false,
  contactEmail: '',
  hasAdmin: false,
};
const NAMED: Present = {
  settings: presentSettings({ PORT: '4000' }),
  names: { ...DEFAULT_IDENTITY, departmentName: '물리학과' },
  isNamed: true,
  contactEmail: 'office@hanbit.ac.kr',
  hasAdmin: true,
};

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'naru-answers-')), 'a.json');
});
afterAll(() => rm(join(path, '..'), { recursive: true, force: true }));

const read = async (answers: unknown, present = EMPTY) => {
  await writeFile(path, typeof answers === 'string' ? answers : JSON.stringify(answers));
  return readAnswers(path, present);
};

describe('the answers of setup', () => {
  it.each<[unknown, RegExp]>([
    ['{', /is not JSON$/],
    [{ ...GIVEN, settings: { PORT: 'many' } }, /^PORT is not a port number$/],
    [{ ...GIVEN, settings: { PROT: '1' } }, /^PROT is no setting of Naru$/],
    [{ ...GIVEN, admin: { ...ADMIN, email: 'bora' } }, /: admin\.email: .+주세요\.$/],
    [{ ...GIVEN, admin: { ...ADMIN, role: 'ADMIN' } }, /: admin: /],
    [{ ...GIVEN, names: {} }, /: names\.departmentName: 학과 이름을 입력해 주세요\.$/],
    [{ ...GIVEN, admin: undefined }, /admin is missing/],
  ])('refuse %j with a line that names what is wrong [OPS-72]', async (answers, line) => {
    await expect(read(answers)).rejects.toThrow(line);
  });

  it('complete a nickname and a password, and keep what is there [OPS-72]', async () => {
    const first = await read(GIVEN);
    expect(first.admin).toMatchObject({ ...ADMIN, nickname: '김보라' });
    expect(first.admin?.password).toMatch(/^[\w-]{16}$/);
    expect(first).toMatchObject({ hasMadePassword: true, contactEmail: ADMIN.email });
    const later = await read({ settings: { HOST: '0.0.0.0' } }, NAMED);
    expect(later).toMatchObject({ admin: null, contactEmail: 'office@hanbit.ac.kr' });
    expect(later.names.departmentName).toBe('물리학과');
    expect(later.settings).toMatchObject({ PORT: '4000', HOST: '0.0.0.0' });
  });

  it('are checked like the settings of the server', () => {
    const wrongOf = (name: string, value: string) =>
      QUESTIONS.filter((one) => one.name === name).map((one) => findWrong(one, value));
    expect(wrongOf('PUBLIC_URL', 'naru.example.ac.kr')).toEqual([expect.stringMatching(/https/)]);
    expect(wrongOf('PUBLIC_URL', '')).toEqual([undefined]);
    expect(wrongOf('PORT', '')).toEqual([expect.stringMatching(/65535/)]);
  });

  it('bring a secret for a database of one’s own, once [OPS-73]', () => {
    const DATABASE_URL = 'postgres://naru@db/naru';
    const secretOf = (source: Record<string, string>) =>
      toLines({ ...EMPTY.settings, DATABASE_URL }, source).find(
        ({ name }) => name === 'TOKEN_SECRET',
      )?.value;
    expect(secretOf({})).toMatch(/^[\w-]{64}$/);
    expect(secretOf({ TOKEN_SECRET: 'present' })).toBe('present');
    const embedded = toLines(EMPTY.settings, {}).map(({ name }) => name);
    expect(embedded).toContain('DEMO');
    expect(embedded).not.toContain('TOKEN_SECRET');
    expect(embedded).not.toContain('TRUST_PROXY');
  });
});
