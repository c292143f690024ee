import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, preview } from 'vite';
import { expectAccessibleThemes } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../apps/web', import.meta.url));

let url = '';
let close: () => Promise<void>;

test.beforeAll(async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'naru-gallery-'));
  process.env.VITE_GALLERY = '1';
  const output = { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false } as const;
  await build({ root: ROOT, logLevel: 'error', build: output });
  const server = await preview({
    root: ROOT,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const { port } = server.httpServer.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
});

test.afterAll(() => close());

/** Opens each layer by its button, checks it alone and closes it with Esc. */
async function checkLayers(page: Page, layers: readonly (readonly [string, Shown])[]) {
  for (const [name, { role, title }] of layers) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    const layer = page.getByRole(role, { name: title, exact: true });
    await expect(layer).toBeVisible();
    await expectAccessibleThemes(page, name, `[role=${role}]`);
    await page.keyboard.press('Escape');
    await expect(layer).toHaveCount(0);
    await expect(button).toBeFocused();
  }
}

type Shown = { role: 'dialog' | 'alertdialog' | 'menu'; title: string };
const LAYERS = [
  ['글 메뉴', { role: 'menu', title: '글 메뉴' }],
  ['팝오버 열기', { role: 'dialog', title: '팝오버' }],
  ['대화 상자 열기', { role: 'dialog', title: '긴 안내' }],
  ['준비 중 열기', { role: 'dialog', title: '스터디룸' }],
  ['사유 열기', { role: 'dialog', title: '이 글을 삭제할까요?' }],
  ['확인 묻기', { role: 'alertdialog', title: '글을 삭제할까요?' }],
  ['알리기', { role: 'alertdialog', title: '알림' }],
] as const;

for (const phone of [false, true]) {
  test(`the components of the kit have no accessibility violation, ${phone ? 'phone' : 'desk'} @whole`, async ({
    open,
  }) => {
    const { page } = await open(undefined, { phone });
    await page.goto(`${url}/dev/ui/kit`);
    await expect(page.getByRole('textbox', { name: '내용', exact: true }).last()).toBeVisible();
    // On a phone only the layers differ.
    if (!phone) await expectAccessibleThemes(page, 'kit');
    await checkLayers(page, LAYERS);
    await page.getByRole('button', { name: '토스트 error' }).click();
    await expect(page.getByRole('status', { name: '알림' })).toContainText('저장하지 못했습니다.');
  });
}
