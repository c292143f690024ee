import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';

const PASSWORD = 'harbour-light-29';
const ADMIN = { username: '20100001', name: '김보라', email: 'bora@hanbit.ac.kr' };
const NAMES = {
  universityName: '한빛대학교',
  departmentName: '컴퓨터공학과',
  siteName: '한빛나루',
  officeName: '컴퓨터공학과 행정실',
};
const SETTINGS = { STUDENT_EMAIL_DOMAINS: 'g.hanbit.ac.kr', PORT: 3999 };

let t: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  t = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'naru-setup-'));
  file = join(folder, '.env');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await t.close();
});

/** Setup on the database of the test with answers from a file. */
async function setup(answers: object, ...more: string[]) {
  return setupWith(file, answers, ...more);
}
async function setupWith(envFile: string, answers: object, ...more: string[]) {
  const path = `${envFile}.json`;
  await writeFile(path, JSON.stringify(answers));
  return runCli('setup-cli', ['--answers', path, ...more], {
    ENV_FILE: envFile,
    DATABASE_URL: t.database.url,
    DATA_DIR: folder,
    TOKEN_SECRET: TEST_SECRET,
  });
}
const exists = () => stat(file).then(Boolean, () => false);
const logIn = () =>
  t.call('POST', '/api/member/login', { body: { username: ADMIN.username, password: PASSWORD } });

describe('npm run setup', () => {
  it('refuses wrong answers, and to replace unasked, with one line and writes nothing [OPS-71] [OPS-72]', async () => {
    const other = join(folder, 'other.env');
    await writeFile(other, 'PORT=3999\n');
    // They write nothing, so they may run at once.
    const [noTerminal, noAdmin, replacing] = await Promise.all([
      runCli('setup-cli', [], { ENV_FILE: file }),
      setup({ names: NAMES, settings: SETTINGS }),
      setupWith(other, { names: NAMES, settings: { PORT: 4001 }, admin: ADMIN }),
    ]);
    expect(noTerminal).toMatchObject({ code: 1, error: expect.stringMatching(/^Setup asks on a/) });
    expect([noAdmin.code, noAdmin.error]).toEqual([
      1,
      expect.stringMatching(/: admin is missing, and there is no administrator yet$/),
    ]);
    expect(await exists()).toBe(false);
    expect(replacing.error).toBe(`${other} has other settings. Change them with --replace.`);
    expect(await readFile(other, 'utf8')).toBe('PORT=3999\n');
  });

  it('writes a private file, names the site and creates the administrator [OPS-72]', async () => {
    const { out, error, code } = await setup({
      names: NAMES,
      settings: SETTINGS,
      admin: { ...ADMIN, password: PASSWORD },
    });
    expect([error, code]).toEqual(['', 0]);
    expect(out).toContain('관리자 계정을 만들었습니다: 20100001');
    expect(out).not.toContain(PASSWORD);
    const text = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(parseEnv(text)).toMatchObject({
      STUDENT_EMAIL_DOMAINS: 'g.hanbit.ac.kr',
      PORT: '3999',
      DEMO: 'off',
      DATABASE_URL: t.database.url,
      TOKEN_SECRET: TEST_SECRET,
    });
    const { json } = await t.call('GET', '/api/config');
    expect(json).toMatchObject({ ...NAMES, footer: { email: ADMIN.email } });
    const login = await logIn();
    expect(login.status).toBe(200);
    const headers = { authorization: `Bearer ${login.json.accessToken}` };
    const work = await t.call('GET', '/api/admin/identity', { headers });
    expect(work.status).toBe(200);
  });

  it('leaves settings that are not given, and other lines, as they are [OPS-71]', async () => {
    await writeFile(file, `${await readFile(file, 'utf8')}\nLOG_LEVEL=warn # mine\n`);
    const { error, code } = await setup({ settings: { PORT: 4001 } }, '--replace');
    expect([error, code]).toEqual(['', 0]);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('LOG_LEVEL=warn # mine');
    expect(parseEnv(text)).toMatchObject({ PORT: '4001' });
    expect((await t.call('GET', '/api/config')).json).toMatchObject(NAMES);
    expect((await logIn()).status).toBe(200);
  });
});
