import { unique } from './support/api.ts';
import { editorOf, publish, rowOf, typeInto, writePost } from './support/pages.ts';
import { makePng } from './support/png.ts';
import { expect, test } from './support/test.ts';

const FILES = [
  { name: '빨강.png', mimeType: 'image/png', buffer: makePng(120, 80, [200, 30, 30]) },
  { name: '파랑.png', mimeType: 'image/png', buffer: makePng(90, 140, [20, 60, 200]) },
  { name: '초록.png', mimeType: 'image/png', buffer: makePng(64, 64, [20, 160, 90]) },
];

test('pictures chosen together keep their files and order', { tag: '@several' }, async ({
  open,
}) => {
  const { page } = await open('20250002');
  const title = unique('한 번에 여러 장');
  await page.goto('/write/free');
  await writePost(page, { title, text: '사진입니다' });
  await page.getByLabel('사진 파일').setInputFiles(FILES);
  const pictures = editorOf(page).locator('img[src^="/files/"]');
  await expect(pictures).toHaveCount(FILES.length);

  await publish(page);
  await rowOf(page, title).getByRole('link').first().click();
  const shown = page.getByRole('article').locator('.prose-post img');
  await expect(shown).toHaveCount(FILES.length);
  const shapes = await shown.evaluateAll(async (images) => {
    const loaded = images.filter((image) => image instanceof HTMLImageElement);
    await Promise.all(loaded.map((image) => image.decode()));
    return loaded.map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight]);
  });
  expect(shapes).toEqual([
    [120, 80],
    [90, 140],
    [64, 64],
  ]);
});

test('a link is added by keyboard alone', async ({ open }) => {
  const { page } = await open('20250002');
  await page.goto('/write/free');
  await typeInto(page, editorOf(page), '학교 누리집');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: '링크' }).click();
  await expect(page.getByRole('textbox', { name: '주소' })).toBeFocused();
  await page.keyboard.type('www.kmou.ac.kr/');
  await page.keyboard.press('Enter');
  await expect(editorOf(page).getByRole('link', { name: '학교 누리집' })).toHaveAttribute(
    'href',
    'https://www.kmou.ac.kr/',
  );
});
