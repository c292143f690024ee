import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import {
  type SignInProvider,
  startSignInProvider,
} from '../apps/server/src/testing/sign-in-provider.ts';
import { apiAs } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { expectToast, fillLogin, logOut, passwordField } from './support/pages.ts';
import { freePort, type NaruServer, startNaru } from './support/server.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

const NEW = { account: 'new', number: '20269901', email: 'demo.p9901@g.kmou.ac.kr' };
const MEMBER = { account: 'member', number: '20240218', email: 'demo.p0218@g.kmou.ac.kr' };
const BUTTON = '한국대 통합로그인으로 로그인';
const PASSWORD = '푸른 바다 위 나룻배 7';

let provider: SignInProvider;
let server: NaruServer;
let url: string;

// Another host than the provider's: cookies do not know ports.
test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  provider = await startSignInProvider(`${url}/login/provider`);
  for (const { account, number, email } of [NEW, MEMBER]) {
    const person = { name: '한바다', email, email_verified: true, student_number: number };
    provider.people.set(account, person);
  }
  server = await startNaru({ port, env: { PUBLIC_URL: url, ...provider.env } });
});
test.afterAll(() => Promise.all([server.stop(), provider.close()]));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isIn = (page: Page) => expect(page).toHaveURL(/\/main$/);

/** The provider's own page, which asks who it is. */
const response = (page: Page, { account }: { account: string }) => press(page, account);

test('a person of the provider signs up without a code and is logged in by it [OIDC-06, OIDC-11] @whole', async ({
  open,
}) => {
  const { page } = await open(undefined, { url });
  await page.goto('/login');
  await press(page, BUTTON);
  await response(page, NEW);
  await expect(page.getByRole('heading', { name: '회원가입' })).toBeVisible();
  const number = page.getByRole('textbox', { name: '학번(교번)' });
  await expect(number).toHaveValue(NEW.number);
  await expect(number).not.toBeEditable();
  await expect(number).toHaveAccessibleDescription('학교 로그인으로 확인했습니다.');
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(NEW.email);
  await page.getByRole('textbox', { name: '닉네임' }).fill('통합바다');
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /이용약관에 동의/ }).check();
  await page.getByRole('checkbox', { name: /개인정보 처리방침에 동의/ }).check();
  await press(page, '가입 완료');
  await expectToast(page, '회원가입이 완료되었습니다.');
  await isIn(page);
  await logOut(page);
  // The provider still knows who it is.
  await press(page, BUTTON);
  await isIn(page);
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('a member links the account with the password and logs in with the second step; without the provider with the password [OIDC-07, OIDC-08, OIDC-09, OIDC-11] @whole', async ({
  open,
}) => {
  const { page } = await open(undefined, { url, survives: true });
  await page.goto('/login');
  await press(page, BUTTON);
  await response(page, MEMBER);
  await expect(page.getByText('이미 가입한 계정이 있습니다.')).toBeVisible();
  await fillLogin(page, MEMBER.number, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/mypage\/account\/security#provider$/);
  // Until its code has come, the login is still there.
  await expect(page.getByRole('heading', { name: '비밀번호 확인' })).toBeVisible();
  await passwordField(page).fill(DEMO_PASSWORD);
  await press(page, '확인');
  await press(page, '한국대 통합로그인과 연결');
  // Whoever links an account shows again who it is.
  await response(page, MEMBER);
  await expect(page.getByRole('button', { name: '연결 해제' })).toBeVisible();
  await expect(page).toHaveURL(/\/mypage\/account\/security#provider$/);
  await logOut(page);

  const api = await apiAs(MEMBER.number, url);
  await api.call('POST', '/api/member/verify-password', { password: DEMO_PASSWORD });
  const path = '/api/member/second-factor';
  const { secret } = await api.call<{ secret: string }>('POST', `${path}/begin`);
  const now = Math.floor(Date.now() / 1000);
  await api.call('POST', `${path}/confirm`, { code: generateSync({ secret, epoch: now - 30 }) });
  await press(page, BUTTON);
  await expect(page.getByRole('heading', { name: '2단계 인증' })).toBeVisible();
  await expect(page.getByText('학교 로그인으로 확인했습니다.')).toBeVisible();
  const codeField = page.getByRole('textbox', { name: '인증 코드' });
  await codeField.fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }));
  await press(page, '확인');
  await isIn(page);
  await logOut(page);

  // It goes away before the server asks it about who comes back.
  await page.route('**/api/member/login/provider', async (route) => {
    await provider.close();
    await route.continue();
  });
  await press(page, BUTTON);
  await expect(page.getByText('로그인하지 못했습니다.')).toBeVisible();
  await expect(page.getByText(/^지금은 학교 로그인에 연결할 수 없습니다\./)).toBeVisible();
  await expect(page).toHaveURL(/\/login\/provider$/);
  await expectCleanThemes(page, 'provider away');
  await page.getByRole('link', { name: '로그인 화면으로', exact: true }).click();
  await fillLogin(page, NEW.number, PASSWORD);
  await isIn(page);
});
