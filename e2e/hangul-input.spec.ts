import { unique } from './support/api.ts';
import { typeHangul } from './support/hangul.ts';
import { openPanel } from './support/header.ts';
import { expectToast, typeInto } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Two demo students who are not friends. */
const BUYER = '20240077';
const SELLER = '20250136';

test('composed Hangul is complete in the friend search and the market dialog @whole', async ({
  open,
}) => {
  const { page: seller } = await open(SELLER);
  await seller.goto('/main/community/market');
  await seller.getByRole('button', { name: '물품 등록' }).click();
  const dialog = seller.getByRole('dialog', { name: '물품 등록' });
  const title = unique('선형대수학 교재');
  await typeInto(seller, dialog.getByRole('textbox', { name: '물품 이름' }), title);
  await typeInto(seller, dialog.getByRole('textbox', { name: '가격(원)' }), '12,000원');
  await dialog.getByRole('textbox', { name: '설명' }).click();
  await typeHangul(seller, '밑줄이 조금 있습니다');
  await seller.keyboard.press('Enter');
  // The last syllable is still under composition when the button is pressed.
  await typeHangul(seller, '도서관 앞에서 만나요', { openEnd: true });
  await dialog.getByRole('button', { name: '등록', exact: true }).click();
  await expectToast(seller, '물품이 등록되었습니다.');
  await seller.getByRole('link', { name: title }).click();
  await expect(seller.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const words = seller.getByRole('article');
  await expect(words.getByText('12,000원')).toBeVisible();
  await expect(words.getByText('밑줄이 조금 있습니다')).toBeVisible();
  await expect(words.getByText('도서관 앞에서 만나요', { exact: true })).toBeVisible();

  const { page: buyer } = await open(BUYER);
  await buyer.goto('/main');
  const panel = await openPanel(buyer, '친구');
  await panel.getByRole('tab', { name: '검색' }).click();
  await panel.getByRole('textbox', { name: '닉네임' }).click();
  const asked: string[] = [];
  buyer.on('request', (request) => {
    if (request.url().includes('/friend/search')) asked.push(request.url());
  });
  await typeHangul(buyer, '해솔', { openEnd: true });
  await buyer.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: '해솔 프로필 보기' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('an Enter during a composition acts once and with the whole word, in polls, keywords, the search and own entries [POST-244]', async ({
  open,
}) => {
  const { page } = await open(BUYER);
  await page.goto('/write/free');
  await page.getByRole('button', { name: '투표 넣기' }).click();
  const options = page.getByRole('list', { name: '투표 항목' }).getByRole('textbox');
  await options.first().click();
  await typeHangul(page, '떡볶이', { openEnd: true });
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(2);
  await options.last().click();
  await typeHangul(page, '김밥', { openEnd: true });
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(3);
  const values = () => options.evaluateAll((all) => all.map((one) => 'value' in one && one.value));
  expect(await values()).toEqual(['떡볶이', '김밥', '']);
  await expect(options.last()).toBeFocused();
  await expect(page).toHaveURL(/write\/free/);

  await page.goto('/mypage/account/notifications');
  const keyword = page.getByRole('textbox', { name: '새 키워드' });
  await keyword.click();
  await typeHangul(page, '교환학생', { openEnd: true });
  await page.keyboard.press('Enter');
  const removal = page.getByRole('button', { name: '교환학생 삭제' });
  await expect(removal).toBeVisible();
  await expect(keyword).toHaveValue('');
  await removal.click();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '글, 강의, 사람 검색' }).click();
  await typeHangul(page, '과제', { openEnd: true });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=%EA%B3%BC%EC%A0%9C$/);

  await page.goto('/main/study-dashboard');
  await page.getByRole('button', { name: '개인 일정 추가' }).click();
  const form = page.getByRole('dialog', { name: '개인 일정 추가' });
  await form.getByRole('textbox', { name: '이름' }).click();
  await typeHangul(page, '동아리 연습', { openEnd: true });
  await page.keyboard.press('Enter');
  await expectToast(page, '개인 일정을 추가했습니다.');
  await page
    .getByRole('button', { name: /^동아리 연습/ })
    .first()
    .click();
  const edit = page.getByRole('dialog', { name: '개인 일정 수정' });
  await edit.getByRole('button', { name: '삭제' }).click();
  const question = page.getByRole('alertdialog', { name: '개인 일정을 삭제할까요?' });
  await question.getByRole('button', { name: '삭제' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole('button', { name: /^동아리 연습/ })).toHaveCount(0);
});

const SEARCHES = [
  ['/search', '글, 강의, 사람 검색', '/api/search'],
  ['/main/study-dashboard/catalog', '강의 검색', '/api/lecture-room/list'],
  ['/write/review', '강의 (선택)', '/api/lecture-room/list'],
] as const;

test('what is seen is searched before the syllable ends, in every field that follows the typing [UI-332]', async ({
  open,
}) => {
  const { page } = await open(BUYER);
  for (const [path, name, call] of SEARCHES) {
    await page.goto(path);
    await page.getByRole('searchbox', { name }).first().click();
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes(call) && decodeURIComponent(request.url()).includes('인공'),
    );
    await typeHangul(page, '인공', { openEnd: true });
    await asked;
  }
  await page.goto('/main');
  await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '글, 강의, 사람 검색' });
  await box.click();
  await typeHangul(page, '자유', { openEnd: true });
  await expect(page.getByRole('option', { name: /자유게시판/ })).toBeVisible();
});
