import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureBuilt } from './build.mjs';
import { freePort, startBuilt } from './built-server.mjs';
import { ensurePrograms } from './debian-programs.mjs';
import { SHOTS } from './guide-shots.mjs';
import { ensureInstalled } from './install.mjs';
import { PlainError, withProgress } from './progress.mjs';
import { root } from './root.mjs';
import { makeTempFolder } from './temp-folder.mjs';

const FOLDER = join(root, 'docs/guide/images');
/** Of one picture, in bytes: a page of the guide has several. */
const MAX_BYTES = 60_000;
const QUALITIES = [80, 70, 60, 50];
const PASSWORD = 'naru-demo-1';

/** The smallest loss with which the picture is small enough. */
async function compress(png) {
  for (const quality of QUALITIES) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length < MAX_BYTES) return picture;
  }
  throw new PlainError(`A picture has more than ${MAX_BYTES} bytes.`);
}

async function signIn(context, url, username) {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: '학번(교번)' }).fill(username);
  await page.getByLabel(/^비밀번호\*?$/).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL('**/main');
  await page.close();
}

async function take(context, url, { name, path, view, ready, press, centred = false }) {
  const page = await context.newPage();
  await page.setViewportSize(view);
  await page.goto(url + path);
  if (press) await page.getByRole('button', { name: press, exact: true }).click();
  const sign = page.getByText(ready).locator('visible=true').first();
  await sign.waitFor();
  if (centred) await sign.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // Pictures and fonts come after the texts.
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(join(FOLDER, `${name}.webp`), await compress(png));
  await page.close();
}

async function takeAll(browser, url, shots) {
  for (const account of new Set(shots.map(({ as }) => as))) {
    const context = await browser.newContext({
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    // Streams of live events keep the network busy.
    await context.route('**/api/events', (route) => route.abort());
    if (account !== undefined) await signIn(context, url, account);
    for (const shot of shots.filter(({ as }) => as === account)) await take(context, url, shot);
    await context.close();
  }
}

/**
 * Takes the pictures of the guide from a demo of its own: those with the given names, or all, and then
 * removes those that no longer exist.
 */
export async function takeGuidePictures(chosen = []) {
  const unknown = chosen.find((name) => !SHOTS.some((shot) => shot.name === name));
  if (unknown !== undefined) throw new PlainError(`No picture is called ${unknown}.`);
  const shots = chosen.length === 0 ? SHOTS : SHOTS.filter(({ name }) => chosen.includes(name));
  await ensureInstalled();
  await ensureBuilt();
  const { chromium: executablePath } = await ensurePrograms('chromium');
  const folder = makeTempFolder();
  const server = await startBuilt({
    dataDir: join(folder.path, 'data'),
    port: await freePort(),
    env: { DEMO: 'on' },
  });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--lang=ko-KR'],
    env: { ...process.env, LANGUAGE: 'ko', LC_ALL: 'C.UTF-8' },
  });
  try {
    mkdirSync(FOLDER, { recursive: true });
    await withProgress('Taking the pictures', () => takeAll(browser, server.url, shots));
    const names = new Set(SHOTS.map(({ name }) => `${name}.webp`));
    for (const file of readdirSync(FOLDER)) if (!names.has(file)) rmSync(join(FOLDER, file));
    console.log(`${shots.length} pictures taken; all are in docs/guide/images.`);
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
}
