import type { BrowserContext, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectCleanThemes } from './support/axe.ts';
import { expectToast, fillLogin, logOut, passwordField } from './support/pages.ts';
import { freePort, type NaruServer, startNaru } from './support/server.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

let server: NaruServer;
let url: string;

// Passkeys need a site with a name.
test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  server = await startNaru({ port, env: { PUBLIC_URL: url } });
});
test.afterAll(() => server.stop());

/** The code of the authenticator app, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

const codeField = (page: Page) => page.getByRole('textbox', { name: '인증 코드' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isIn = (page: Page) => expect(page).toHaveURL(/\/main$/);

/** A phone in the pocket: it has a passkey of the site at a touch, and verifies its user. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, username, DEMO_PASSWORD);
  await expect(page.getByRole('heading', { name: '2단계 인증' })).toBeVisible();
}

test('a member sets up a second factor, logs in elsewhere with each code once, and with a passkey [MFA-01, MFA-03, MFA-04, MFA-05, MFA-14, MFA-18]', async ({
  open,
}) => {
  const username = '20240218';
  const { page, context } = await open(undefined, { url });
  await page.goto('/login');
  await fillLogin(page, username, DEMO_PASSWORD);
  await isIn(page);
  await page.goto('/mypage/account#second-factor');
  await passwordField(page).fill(DEMO_PASSWORD);
  await press(page, '확인');
  await press(page, '2단계 인증 켜기');
  const dialog = page.getByRole('dialog', { name: '2단계 인증 켜기' });
  await expect(dialog.getByRole('img', { name: '인증 앱으로 찍는 QR 코드' })).toBeVisible();
  await expectCleanThemes(page, 'second factor', '[role=dialog]');
  const key = await dialog.getByLabel('키', { exact: true }).textContent();
  const secret = (key ?? '').replace(/\s/g, '');
  // The step before, so that the present one is unused at the login.
  const first = codeOf(secret, -1);
  await codeField(page).fill(first);
  await dialog.getByRole('button', { name: '켜기', exact: true }).click();
  const codes = page.getByRole('list', { name: '복구 코드' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = '', second = ''] = await codes.allTextContents();
  await press(page, '보관했습니다');
  await expect(page.getByText('남은 복구 코드 10개')).toBeVisible();

  const { page: other } = await open(undefined, { url });
  await logIn(other, username);
  await expect(codeField(other)).toBeFocused();
  await expectCleanThemes(other, 'second step');
  await codeField(other).fill(first);
  await press(other, '확인');
  await expect(codeField(other)).toHaveAccessibleDescription(/이미 사용한 코드입니다/);
  const code = codeOf(secret);
  await codeField(other).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(other, '확인');
  await isIn(other);
  await logOut(other);
  await logIn(other, username);
  await press(other, '휴대전화가 없나요? 복구 코드로 로그인');
  await other.getByRole('textbox', { name: '복구 코드' }).fill(recoveryCode.toUpperCase());
  await press(other, '확인');
  await isIn(other);

  await addAuthenticator(context, page);
  await press(page, '패스키 추가');
  await page.getByRole('textbox', { name: '이름' }).last().fill('내 휴대전화');
  await codeField(page).fill(second);
  await press(page, '추가');
  await expectToast(page, '패스키를 추가했습니다.');
  const passkeys = page.getByRole('list', { name: '등록한 패스키' });
  await expect(passkeys).toContainText('내 휴대전화');
  await logOut(page);
  await logIn(page, username);
  await press(page, '패스키로 확인');
  await isIn(page);
  await logOut(page);
  await press(page, '패스키로 로그인');
  await isIn(page);

  await page.goto('/mypage/account#second-factor');
  await passwordField(page).fill(DEMO_PASSWORD);
  await press(page, '확인');
  await expect(page.getByText('남은 복구 코드 8개')).toBeVisible();
  await press(page, '2단계 인증 끄기');
  await codeField(page).fill(codeOf(secret, 1));
  await press(page, '끄기');
  await expectToast(page, '2단계 인증을 껐습니다.');
});
