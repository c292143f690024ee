import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensurePrograms } from '../scripts/lib/debian-programs.mjs';
import { root } from '../scripts/lib/root.mjs';
import { withDemoServer } from './lib/demo-server.mjs';
import { printTable } from './lib/rows.mjs';
import { isSmall, runBench } from './lib/run-bench.mjs';
import { median } from './web/median.mjs';
import { makeFiles } from './web/preview-files.mjs';
import { showFile } from './web/preview-page.mjs';

const MEGABYTE = 1_048_576;
/** Until the first page of a file is shown, the library of its kind included. */
const MOST_MS = 2_000;

/** Address of the font that each page of the app has loaded. */
function fontOf() {
  const name = readdirSync(join(root, 'apps/web/dist/assets')).find((one) =>
    /^naru-sans-.*\.woff2$/.test(one),
  );
  if (name === undefined) throw new Error('The built app has no naru-sans.');
  return `/assets/${name}`;
}

/** Each time in a browser that has nothing of it yet. */
async function timesOf(browser, url, file, rounds) {
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${url}/robots.txt`);
    const shown = await showFile(page, file);
    await context.close();
    if (shown.type !== 'shown') throw new Error(`${file.ending}: ${shown.reason}`);
    results.push(shown.times);
  }
  return (event) => median(results.map((times) => times[event]));
}

/** How long a file of 5 MB of each kind takes until its first page is shown; fails above two seconds. */
await runBench(async (temp) => {
  const small = isSmall(process.argv.slice(2));
  const files = await makeFiles(small ? MEGABYTE / 10 : 5 * MEGABYTE);
  const { chromium: executablePath } = await ensurePrograms('chromium');
  const rows = await withDemoServer(temp, async ({ url }) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const font = fontOf();
    const all = [];
    for (const [ending, bytes] of Object.entries(files)) {
      const time = await timesOf(browser, url, { ending, bytes, font }, small ? 1 : 5);
      all.push({ ending, size: bytes.length, reading: time('reading'), shown: time('shown') });
    }
    await browser.close();
    return all;
  });
  printTable(
    ['Kind', 'MB', 'Library loaded, ms', 'First page, ms', 'Met'],
    rows.map(({ ending, size, reading, shown }) => [
      ...[ending, (size / MEGABYTE).toFixed(1), Math.round(reading), Math.round(shown)],
      shown <= MOST_MS ? 'yes' : '**no**',
    ]),
  );
  return small || rows.every(({ shown }) => shown <= MOST_MS);
});
