import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { readCode } from './support/outbox.ts';
import {
  dragOver,
  editorOf,
  expectToast,
  passwordField,
  publish,
  rowOf,
  typeInto,
} from './support/pages.ts';
import { makePng } from './support/png.ts';
import {
  type Applicant,
  agreeToDocuments,
  fillSignUp,
  NEW_PASSWORD,
  newApplicant,
} from './support/sign-up.ts';
import { expect, test } from './support/test.ts';

const submit = (page: Page) => page.getByRole('button', { name: '인증 이메일 받기' }).click();

test('sign-up requires consent and shows taken values under their fields [AUTH-02] @whole', async ({
  open,
}) => {
  const { page } = await open();
  await page.goto('/login');
  await page.getByRole('link', { name: '회원가입' }).click();
  await expect(page.getByRole('heading', { name: '회원가입' })).toBeVisible();

  await submit(page);
  await expect(page.getByText('학번(교번)을 입력해 주세요.')).toBeVisible();
  await expect(page.getByText('이메일을 입력해 주세요.')).toBeVisible();

  await fillSignUp(page, { ...newApplicant(), username: '20250001', nickname: '해솔' });
  await submit(page);
  const consent = page.getByRole('alert').filter({ hasText: '동의해 주세요' });
  await expect(consent).toHaveText([
    '이용약관에 동의해 주세요.',
    '개인정보 처리방침에 동의해 주세요.',
  ]);

  await agreeToDocuments(page);
  await submit(page);
  const id = page.getByRole('textbox', { name: '학번(교번)' });
  await expect(id).toHaveAccessibleDescription(/이미 사용 중인 학번\(교번\)입니다\./);
  await expect(id).toBeFocused();
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveAccessibleDescription(
    /이미 사용 중인 닉네임입니다\./,
  );
  await expect(passwordField(page)).toHaveValue(NEW_PASSWORD);
});

async function signUp(page: Page, applicant: Applicant) {
  await page.goto('/login/register?mode=register');
  await fillSignUp(page, applicant);
  await agreeToDocuments(page);
  // Held until the spinner was visible.
  let letGo = () => {};
  const seen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/auth/check-duplicate', async (route) => {
    await seen;
    await route.continue();
  });
  await submit(page);
  await expect(page.getByText('입력한 내용을 확인한 뒤 인증 이메일을 보냅니다.')).toBeVisible();
  letGo();

  const codeField = page.getByRole('textbox', { name: '인증 코드' });
  await expect(page.getByText(applicant.email)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/남은 시간 [45]:\d\d/);
  await expect(page.getByRole('button', { name: /^다시 받기 \(\d+초\)$/ })).toBeDisabled();

  const code = await readCode(page, applicant.email);
  // The sixth digit submits.
  await codeField.fill(code === '000000' ? '111111' : '000000');
  await expect(codeField).toHaveAccessibleDescription(/인증 코드가 올바르지 않습니다\./);

  await codeField.fill(code);
  await expectToast(page, '회원가입이 완료되었습니다.');
  await expect(page).toHaveURL(/\/main$/);
}

async function addLink(page: Page, word: string) {
  const editor = editorOf(page);
  const link = page.getByRole('toolbar', { name: '글 서식' }).getByRole('button', {
    name: '링크',
    exact: true,
  });
  await editor.click();
  await link.click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('먼저 링크로 만들 텍스트를 드래그하세요.');
  await alert.getByRole('button', { name: '확인' }).click();
  await expect(alert).toBeHidden();
  await expect(editor).toBeFocused();

  await dragOver(page, editor.getByText(word));
  await link.click();
  const dialog = page.getByRole('dialog', { name: '링크 넣기' });
  const address = dialog.getByRole('textbox', { name: '주소' });
  await address.fill('www.kmou.ac.kr');
  await dialog.getByRole('button', { name: '넣기' }).click();
  await expect(address).toHaveAccessibleDescription(
    '올바른 링크 형식을 입력해 주세요 (http:// 또는 https://)',
  );
  await address.fill('https://www.kmou.ac.kr/');
  await dialog.getByRole('button', { name: '넣기' }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.getByRole('link', { name: word })).toHaveAttribute(
    'href',
    'https://www.kmou.ac.kr/',
  );
}

async function pickPicture(page: Page) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '사진', exact: true }).click();
  await (await chooser).setFiles({
    name: '바다.png',
    mimeType: 'image/png',
    buffer: makePng(640, 360, [11, 74, 143]),
  });
}

async function pastePicture(page: Page) {
  await editorOf(page).evaluate(
    (element, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], '노을.png', { type: 'image/png' }));
      const paste = { clipboardData: data, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', paste));
    },
    [...makePng(320, 480, [232, 120, 60])],
  );
}

async function writeFirstPost(page: Page, title: string) {
  await page.getByRole('button', { name: '커뮤니티' }).click();
  await page.getByRole('link', { name: '자유게시판' }).first().click();
  await page.getByRole('link', { name: '글쓰기' }).click();
  await expect(page.getByRole('heading', { name: '자유게시판 글쓰기' })).toBeVisible();

  await typeInto(page, page.getByRole('textbox', { name: '제목' }), title);
  const editor = editorOf(page);
  await typeInto(page, editor, '첫 글을 남깁니다');
  await page.keyboard.press('Enter');
  await typeInto(page, editor.locator('p').last(), '학교누리집');
  await addLink(page, '학교누리집');

  await dragOver(page, editor.getByText('첫 글을 남깁니다'));
  const size = page.getByRole('group', { name: '글자 크기' }).getByRole('status');
  await expect(size).toHaveText('16px');
  await page.getByRole('button', { name: '글자 크게' }).click();
  await page.getByRole('button', { name: '글자 크게' }).click();
  await expect(size).toHaveText('18px');
  await page.getByRole('button', { name: '글자 작게' }).click();
  await expect(size).toHaveText('17px');

  await editor.locator('p').last().click();
  await page.keyboard.press('End');
  const stored = editor.locator('img[src^="/files/"]');
  await pickPicture(page);
  await expect(stored).toHaveCount(1);
  await pastePicture(page);
  await expect(stored).toHaveCount(2);
  // What the pictures move is in its place: a click on a button that moves would miss it.
  await expect(page.getByRole('textbox', { name: '사진 설명' })).toBeVisible();
  await stored.evaluateAll((pictures: HTMLImageElement[]) =>
    Promise.all(pictures.map((picture) => picture.decode())),
  );
  await publish(page);
}

test('a new member signs up and writes a first post with two pictures and a link', async ({
  open,
}) => {
  const { page } = await open();
  const applicant = newApplicant();
  await signUp(page, applicant);
  await expect(page.getByRole('button', { name: `내 메뉴, ${applicant.nickname}` })).toBeVisible();

  const title = unique('가입 인사드립니다');
  await writeFirstPost(page, title);
  await expectToast(page, '글을 등록했습니다.');
  await expect(page).toHaveURL(/\/main\/community\/free$/);
  const row = rowOf(page, title);
  await expect(row).toContainText(applicant.nickname);
  await expect(row).toContainText('사진 있음');

  await row.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const pictures = page.getByRole('article').getByRole('button', { name: /크게 보기$/ });
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      )
      .toBeGreaterThan(0);
  }
  const link = page.getByRole('article').getByRole('link', { name: '학교누리집' });
  await expect(link).toHaveAttribute('href', 'https://www.kmou.ac.kr/');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expect(page.locator('[style="font-size: 17px"]')).toHaveCount(1);
});
