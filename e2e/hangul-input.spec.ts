import { unique } from './support/api.ts';
import { typeHangul } from './support/hangul.ts';
import { openPanel } from './support/header.ts';
import { expectToast, typeInto } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Two demo students who are not friends. */
const BUYER = '20240077';
const SELLER = '20250136';

test('composed Hangul is complete in the friend search and the market dialog', async ({ open }) => {
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
  await panel.getByRole('tab', { name: '찾기' }).click();
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
