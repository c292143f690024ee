import { readCode } from './support/outbox.ts';
import { expectToast, fillLogin, passwordField } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// No other test uses this member, whose password and sessions change.
const MEMBER = { username: '20260158', email: 'demo.raon@g.kmou.ac.kr' };
const NEW_PASSWORD = '다시 찾은 등대 불빛 3';

test('a password reset takes three steps and ends the old sessions [AUTH-33, AUTH-24]', async ({
  open,
}) => {
  const old = await open(MEMBER.username);
  await old.page.goto('/main');
  await expect(old.page.getByRole('button', { name: /^내 메뉴, / })).toBeVisible();

  const { page } = await open();
  await page.goto('/login');
  await page.getByRole('link', { name: '비밀번호 재설정' }).click();
  const steps = page.getByRole('list', { name: '재설정 단계' });
  const back = page.getByRole('link', { name: '로그인 화면으로', exact: true });
  await expect(steps.locator('[aria-current="step"]')).toHaveText('1. 학번(교번) 확인');
  await expect(back).toHaveAttribute('href', '/login');

  const id = page.getByRole('textbox', { name: '학번(교번)' });
  await page.getByRole('button', { name: '인증 코드 받기' }).click();
  await expect(id).toHaveAccessibleDescription(/학번\(교번\)을 입력해 주세요\./);
  await id.fill('20990000');
  await page.getByRole('button', { name: '인증 코드 받기' }).click();
  await expect(id).toHaveAccessibleDescription(
    /일치하는 회원 정보가 없습니다\. 다시 입력해 주세요\./,
  );
  await id.fill(MEMBER.username);
  await page.getByRole('button', { name: '인증 코드 받기' }).click();

  await expect(steps.locator('[aria-current="step"]')).toHaveText('2. 이메일 인증');
  await expect(back).toHaveAttribute('href', '/login');
  await expect(page.getByText(/^d\*+@g\.kmou\.ac\.kr$/)).toBeVisible();
  await expect(page.getByText(MEMBER.email)).toHaveCount(0);
  const code = await readCode(page, MEMBER.email);
  const codeField = page.getByRole('textbox', { name: '인증 코드' });
  await page.getByRole('button', { name: '인증하기' }).click();
  await expect(codeField).toHaveAccessibleDescription(/인증 코드를 입력해주세요\./);
  await codeField.fill(code === '000000' ? '111111' : '000000');
  await expect(codeField).toHaveAccessibleDescription(/인증 코드가 올바르지 않습니다\./);
  await codeField.fill(code);

  await expect(steps.locator('[aria-current="step"]')).toHaveText('3. 새 비밀번호');
  await expect(back).toHaveAttribute('href', '/login');
  const first = passwordField(page, '새 비밀번호');
  const again = passwordField(page, '새 비밀번호 확인');
  await first.fill(NEW_PASSWORD);
  await again.fill(`${NEW_PASSWORD}!`);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await expect(again).toHaveAccessibleDescription(/비밀번호가 일치하지 않습니다\./);
  await again.fill(NEW_PASSWORD);
  // The page of the old session redirects by itself.
  await Promise.all([
    expect(old.page.getByRole('status').getByText('로그인이 만료되었습니다.')).toBeVisible(),
    page.getByRole('button', { name: '비밀번호 변경' }).click(),
  ]);
  await expect(old.page).toHaveURL(/\/login/);
  await expect(old.page.getByRole('button', { name: /^내 메뉴/ })).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
  await expectToast(page, '비밀번호를 변경했습니다. 새 비밀번호로 로그인해 주세요.');

  await fillLogin(page, MEMBER.username, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/main$/);
});

test('Back, Forward and a reload keep a pending sign-up without its password [AUTH-34, AUTH-32] @whole', async ({
  open,
}) => {
  const { page } = await open();
  const mark = Date.now().toString(36);
  await page.goto('/login/register');
  await page.getByRole('textbox', { name: '학번(교번)' }).fill(`re${mark}`);
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('한바다');
  await page.getByRole('textbox', { name: '닉네임' }).fill(`다시${mark.slice(-6)}`);
  await page.getByRole('textbox', { name: '이메일' }).fill(`demo.re${mark}@g.kmou.ac.kr`);
  await passwordField(page).fill(NEW_PASSWORD);
  await page.getByRole('checkbox', { name: /이용약관에 동의/ }).check();
  await page.getByRole('checkbox', { name: /개인정보 처리방침에 동의/ }).check();
  await page.getByRole('button', { name: '인증 이메일 받기' }).click();
  await expect(page.getByRole('textbox', { name: '인증 코드' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('textbox', { name: '인증 코드' })).toBeVisible();
  await page.getByRole('link', { name: '로그인 화면으로', exact: true }).click();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: '인증 코드' })).toBeVisible();
  await page.getByRole('button', { name: '입력한 내용 수정' }).click();
  await expect(passwordField(page)).toHaveValue('');
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(
    `demo.re${mark}@g.kmou.ac.kr`,
  );
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(NEW_PASSWORD);
});
