import type { Locator, Page } from '@playwright/test';
import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { type Joined, joinMember } from './support/join.ts';
import { readCode } from './support/outbox.ts';
import { expectToast, fillLogin, followPath, passwordField, typeInto } from './support/pages.ts';
import { makePng } from './support/png.ts';
import { DEMO_PASSWORD, expect, test } from './support/test.ts';
import { unzip } from './support/unzip.ts';

const NEW_PASSWORD = '새로 고친 돛 아래에서 5';

/** Opens the page of the account that asks for the password. */
async function enterAccount(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/mypage/account/security');
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByRole('heading', { name: '로그인한 기기' })).toBeVisible();
}

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a member opens the account with the password and changes nickname, picture and e-mail address [MEMB-16]', async ({
  open,
}) => {
  const member = await joinMember();
  const { page } = await open(member.username);
  await page.goto('/mypage');
  await expect(page).toHaveURL(/\/mypage\/activity$/);
  await expect(page.getByText('작성한 글이 없습니다.')).toBeVisible();

  await page.getByRole('link', { name: '계정 설정' }).click();
  await expect(page).toHaveURL(/\/mypage\/account\/profile$/);
  await page.getByRole('link', { name: '로그인과 보안' }).click();
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible();
  await passwordField(page).fill('틀린 비밀번호');
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await enterAccount(page);

  for (const name of ['로그인과 보안', '알림', '화면', '내 데이터', '프로필']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectCleanThemes(page, name);
  }
  const profile = regionOf(page, '개인정보');
  const nickname = page.getByRole('textbox', { name: '닉네임' });
  await nickname.fill('해솔');
  await profile.getByRole('button', { name: '저장' }).first().click();
  await expect(nickname).toHaveAccessibleDescription(/이미 사용 중인 닉네임입니다\./);
  const renamed = `고친${member.nickname.slice(-8)}`;
  await nickname.fill('');
  await typeInto(page, nickname, renamed);
  await profile.getByRole('button', { name: '저장' }).first().click();
  await expectToast(page, '닉네임이 저장되었습니다.');
  await expect(page.getByRole('banner')).toContainText(renamed);

  const picture = {
    name: '얼굴.png',
    mimeType: 'image/png',
    buffer: makePng(640, 480, [20, 90, 160]),
  };
  await page.getByLabel('프로필 사진 파일').setInputFiles(picture);
  const crop = page.getByRole('dialog', { name: '프로필 사진 자르기' });
  await expectCleanThemes(page, 'picture dialog', '[role=dialog]');
  await crop.getByRole('slider', { name: '확대' }).press('ArrowRight');
  await crop.getByRole('button', { name: '저장' }).click();
  await expectToast(page, '프로필 이미지가 저장되었습니다!');
  await expect(page.getByRole('banner').locator('img[src^="/files/"]')).toBeVisible();

  // The gate stays open.
  await page.getByRole('link', { name: '로그인과 보안' }).click();
  const email = page.getByRole('textbox', { name: '이메일' });
  const requestCode = page.getByRole('button', { name: '인증 코드 받기' });
  await requestCode.click();
  await expect(page.getByText('이메일이 변경되지 않았습니다.')).toBeVisible();
  const newEmail = member.email.replace('demo.', 'demo.new.');
  await email.fill(newEmail);
  await requestCode.click();
  await page.getByRole('textbox', { name: '인증 코드' }).fill(await readCode(page, newEmail));
  await expectToast(page, '이메일이 변경되었습니다.');
  await page.reload();
  await expect(page.getByRole('complementary')).toContainText(newEmail);
});

/** A picture of 800 x 400, red on the left and blue on the right. */
async function makeTwoColourPicture(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    for (const [left, colour] of [
      [0, '#f00'],
      [400, '#00f'],
    ] as const) {
      if (context) context.fillStyle = colour;
      context?.fillRect(left, 0, 400, 400);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
}

/** Width, height and the colours at the left and right edge of the PNG in a multipart body. */
async function readUploaded(page: Page, body: Buffer) {
  const png = body.subarray(body.indexOf(Buffer.from('\x89PNG', 'latin1'))).toString('base64');
  return page.evaluate(async (dataUrl) => {
    const image = new Image();
    image.src = dataUrl;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const isRed = (x: number) => (context?.getImageData(x, 256, 1, 1).data[0] ?? 0) > 128;
    const colours = [5, 506].map((x) => (isRed(x) ? 'red' : 'blue'));
    return [image.width, image.height, ...colours];
  }, `data:image/png;base64,${png}`);
}

test('a picture is cropped to the square chosen by keys and zoom [MEMB-06] @whole', async ({
  open,
}) => {
  const { username } = await joinMember();
  const { page } = await open(username);
  await page.goto('/mypage/account/profile');
  const buffer = await makeTwoColourPicture(page);
  const sent: Buffer[] = [];
  await page.route('**/api/member/set-profile-image', async (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    await route.continue();
  });
  const crop = async (choose: (frame: Locator) => Promise<void>) => {
    const file = { name: '얼굴.png', mimeType: 'image/png', buffer };
    await page.getByLabel('프로필 사진 파일').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: '프로필 사진 자르기' });
    const frame = dialog.getByRole('application');
    await expect(frame).toHaveCSS('width', '288px');
    await choose(frame);
    await dialog.getByRole('button', { name: '저장' }).click();
    await expect(dialog).toHaveCount(0);
    return readUploaded(page, sent.at(-1) ?? Buffer.alloc(0));
  };
  const press = async (frame: Locator, key: string, times: number) => {
    for (let n = 0; n < times; n += 1) await frame.press(key);
  };
  // In turn: the centre as proposed, the right edge, and a zoomed square in the left half.
  expect(await crop(async () => undefined)).toEqual([512, 512, 'red', 'blue']);
  expect(await crop((frame) => press(frame, 'ArrowRight', 40))).toEqual([512, 512, 'blue', 'blue']);
  const zoomed = await crop(async (frame) => {
    await page.getByRole('slider', { name: '확대' }).press('End');
    await press(frame, 'ArrowLeft', 12);
  });
  expect(zoomed).toEqual([512, 512, 'red', 'red']);
});

test('changing the password ends the other sessions [SESS-14] @whole', async ({ open }) => {
  const { username } = await joinMember();
  const other = await open(username);
  await other.page.goto('/main');
  await expect(other.page.getByRole('button', { name: /^내 메뉴, / })).toBeVisible();
  const { page } = await open(username);
  await enterAccount(page);
  await expect(regionOf(page, '로그인한 기기').getByRole('listitem')).toHaveCount(2);

  await passwordField(page, '현재 비밀번호').fill('틀린 비밀번호');
  await passwordField(page, '새 비밀번호').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '다음', exact: true }).click();
  await expect(page.getByText('현재 비밀번호가 올바르지 않습니다.')).toBeVisible();
  await passwordField(page, '현재 비밀번호').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '다음', exact: true }).click();
  const again = passwordField(page, '새 비밀번호 확인');
  await again.fill('다른 비밀번호입니다');
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await expect(again).toHaveAccessibleDescription(/비밀번호가 일치하지 않습니다\./);
  await again.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await expectToast(page, '비밀번호가 변경되었습니다.');

  await expect(other.page).toHaveURL(/\/login/);
  await fillLogin(other.page, username, NEW_PASSWORD);
  await expect(other.page).toHaveURL(/\/main$/);
  await enterAccount(page, NEW_PASSWORD);
  await expect(regionOf(page, '로그인한 기기').getByRole('listitem')).toHaveCount(2);
});

/** Writes a post of the member, and a comment and a like on a post of another member. */
async function seedActivity(member: Joined) {
  const ownTitle = unique('떠나는 배가 남기는 글');
  const post = await seedPost(member.username, { board: 'FREE', title: ownTitle });
  const otherTitle = unique('머무는 배의 글');
  const otherText = `${otherTitle} 속의 말`;
  const content = `<p>${otherText}</p>`;
  const other = await seedPost('20250002', { board: 'FREE', title: otherTitle, content });
  await seedComment(member.username, other.id, `${ownTitle} 댓글`);
  const reader = await apiAs(member.username);
  await reader.call('POST', `/api/post/${other.id}/like`);
  return { ownTitle, otherTitle, otherText, post, other };
}

test('an export contains the data of the account; deletion keeps its posts without an author [PRIV-06, PRIV-07]', async ({
  open,
}) => {
  const member = await joinMember();
  const { ownTitle, otherTitle, otherText, post, other } = await seedActivity(member);
  const { page } = await open(member.username);
  await page.goto('/mypage/activity');
  await expect(page.getByRole('list', { name: '작성한 글' })).toContainText(ownTitle);
  await expect(page.getByRole('list', { name: '좋아요한 글' })).toContainText(otherTitle);
  await page.goto('/mypage/account/data');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '내 데이터 내려받기' }).click();
  await passwordField(page).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  const files = await unzip(await (await saved).path());
  const text = files.get('export.json')?.toString('utf8') ?? '';
  expect(text).toContain(member.email);
  expect(text).toContain(ownTitle);
  expect(text).toContain(`${ownTitle} 댓글`);
  expect(text).not.toContain(otherText);
  // The nickname of 20250002.
  expect(text).not.toContain('갈매기');

  await page.getByRole('button', { name: '계정 삭제' }).click();
  const dialog = page.getByRole('dialog', { name: '정말 계정을 삭제할까요?' });
  await typeInto(page, dialog.getByRole('textbox'), '탈퇴합니다');
  await dialog.getByRole('button', { name: '계정 삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '확인' }).click();
  await expect(page).toHaveURL(/\/login/);
  await fillLogin(page, member.username, DEMO_PASSWORD);
  await expect(page.getByText('학번(교번) 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();

  const reader = await open('20250002');
  await reader.page.goto(post.path);
  await expect(reader.page.getByRole('main')).toContainText(ownTitle);
  await expect(reader.page.getByRole('main')).toContainText('탈퇴한 회원');
  await followPath(reader.page, other.path);
  await expect(reader.page.getByRole('list', { name: '댓글 목록' })).toContainText('탈퇴한 회원');
  await expect(reader.page.getByText(member.nickname)).toHaveCount(0);
});
