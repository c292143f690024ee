import type { Page } from '@playwright/test';
import { seedPost, unique } from './support/api.ts';
import { editorOf, expectToast, publish, rowOf, typeInto, writePost } from './support/pages.ts';
import { makePng } from './support/png.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

declare global {
  interface Window {
    /** The last file that the page has sent. */
    __sent__?: Blob;
  }
}

const FILES = [
  { name: '빨강.png', mimeType: 'image/png', buffer: makePng(120, 80, [200, 30, 30]) },
  { name: '파랑.png', mimeType: 'image/png', buffer: makePng(90, 140, [20, 60, 200]) },
  { name: '초록.png', mimeType: 'image/png', buffer: makePng(64, 64, [20, 160, 90]) },
];

test('pictures chosen together keep their files and order @whole', { tag: '@several' }, async ({
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

test('a HEIC photo that this browser cannot read is refused before anything is sent [MEMB-07] @whole', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('바다 사진') });
  const { page } = await open('20250001', { phone: true });
  await page.goto(post.path);
  const { newComment } = threadOf(page);
  await newComment.fill('사진을 붙입니다');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/presign|upload/.test(request.url())) sent.push(request.url());
  });
  const heic = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from(HEIC, 'hex') };
  await page.getByTestId('comment-picture').setInputFiles(heic);
  await expectToast(page, 'HEIC 사진은 이 브라우저에서 읽을 수 없습니다. JPEG로 바꾸어');
  await expect(newComment).toHaveValue('사진을 붙입니다');
  await page.goto('/write/free');
  await expect(editorOf(page)).toBeVisible();
  await page.getByLabel('사진 파일').setInputFiles({ ...heic, name: '노을.heic', mimeType: '' });
  await expectToast(page, '노을.heic: HEIC 사진은');
  await expect(editorOf(page).locator('img')).toHaveCount(0);
  expect(sent).toEqual([]);
});

/** The first box of a photo of an iPhone: `ftypheic`. */
const HEIC = '0000001c66747970686569630000000068656963';

/** Exif data that turns a photo to the right, as cameras write it for a phone held upright. */
const TURNED = Buffer.from(
  'ffe10022457869660000' +
    '4d4d002a00000008' +
    '0001' +
    '0112000300000001' +
    '00060000' +
    '00000000',
  'hex',
);

/** A photo of 2600 x 2000 dots, drawn by the browser, that the camera has turned. */
async function takePhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2600, 2000);
    const context = canvas.getContext('2d');
    for (let spot = 0; context && spot < 300; spot += 1) {
      context.fillStyle = `hsl(${(spot * 47) % 360} 60% 50%)`;
      context.fillRect((spot * 7919) % 2600, (spot * 6151) % 2000, 200, 200);
    }
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
    return [...new Uint8Array(await photo.arrayBuffer())];
  });
  const photo = Buffer.from(bytes);
  return Buffer.concat([photo.subarray(0, 2), TURNED, photo.subarray(2)]);
}

test('a large photo is sent smaller, upright and without its Exif data [UPLOAD-120, UPLOAD-121]', async ({
  open,
}) => {
  const { page } = await open('20250002', { phone: true });
  // The browser keeps the bodies of files to itself.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function keep(body) {
      if (body instanceof Blob) window.__sent__ = body;
      send.call(this, body);
    };
  });
  await page.goto('/write/free');
  await expect(editorOf(page)).toBeVisible();
  const buffer = await takePhoto(page);
  await page
    .getByLabel('사진 파일')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  const picture = editorOf(page).locator('img[src^="/files/"]');
  await expect(picture).toHaveCount(1);
  const size = await picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) return null;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([1920, 2496]);
  const sent = await page.evaluate(async () => [
    ...new Uint8Array((await window.__sent__?.arrayBuffer()) ?? []),
  ]);
  expect(sent.length).toBeGreaterThan(1000);
  expect(sent.length).toBeLessThan(buffer.length);
  expect(Buffer.from(sent).includes('Exif')).toBe(false);
});

test('a link is added by keyboard alone [POST-15] @whole', async ({ open }) => {
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
