import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectCleanThemes } from './support/axe.ts';
import { joinMember } from './support/join.ts';
import { expectToast, fillLogin, passwordField } from './support/pages.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';

/** The code of the authenticator app, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

const codeField = (page: Page) => page.getByRole('textbox', { name: '인증 코드' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the account page, which asks for the password. */
async function enterAccount(page: Page): Promise<void> {
  await page.goto('/mypage/account#second-factor');
  await passwordField(page).fill(DEMO_PASSWORD);
  await press(page, '확인');
}

test('a member sets up a second factor, logs in elsewhere with a code, and with none twice [MFA-01, MFA-03, MFA-04, MFA-05, MFA-14]', async ({
  open,
}) => {
  const member = await joinMember();
  const { page } = await open(member.username);
  await enterAccount(page);
  await press(page, '2단계 인증 켜기');
  const dialog = page.getByRole('dialog', { name: '2단계 인증 켜기' });
  await expect(dialog.getByRole('img', { name: '인증 앱으로 찍는 QR 코드' })).toBeVisible();
  await expectCleanThemes(page, 'second factor', '[role=dialog]');
  const secret = ((await dialog.getByLabel('키', { exact: true }).textContent()) ?? '').replace(/\s/g, '');
  // The previous step, so that the present one is still unused at the login.
  await codeField(page).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: '켜기', exact: true }).click();
  const codes = page.getByRole('list', { name: '복구 코드' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await press(page, '보관했습니다');
  await expect(page.getByText('남은 복구 코드 10개')).toBeVisible();

  const other = await open();
  const logIn = async () => {
    await other.page.goto('/login');
    await fillLogin(other.page, member.username, DEMO_PASSWORD);
    await expect(other.page.getByRole('heading', { name: '2단계 인증' })).toBeVisible();
  };
  await logIn();
  await expect(codeField(other.page)).toBeFocused();
  await expectCleanThemes(other.page, 'second step');
  await codeField(other.page).fill(codeOf(secret, -1));
  await press(other.page, '확인');
  await expect(codeField(other.page)).toHaveAccessibleDescription(/이미 사용한 코드입니다/);
  const code = codeOf(secret);
  await codeField(other.page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(other.page, '확인');
  await expect(other.page).toHaveURL(/\/main$/);

  const third = await open();
  await third.page.goto('/login');
  await fillLogin(third.page, member.username, DEMO_PASSWORD);
  await press(third.page, '휴대전화가 없나요? 복구 코드로 로그인');
  await third.page.getByRole('textbox', { name: '복구 코드' }).fill(recoveryCode.toUpperCase());
  await press(third.page, '확인');
  await expect(third.page).toHaveURL(/\/main$/);

  await page.reload();
  await expect(page.getByText('남은 복구 코드 9개')).toBeVisible();
  await press(page, '2단계 인증 끄기');
  await codeField(page).fill(codeOf(secret, 1));
  await press(page, '끄기');
  await expectToast(page, '2단계 인증을 껐습니다.');
});
