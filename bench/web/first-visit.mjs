import { gzipSync } from 'node:zlib';
import { PHONE } from './browser.mjs';

/** Milliseconds without a further request after which the page has loaded; less than `after-start.ts` waits. */
const QUIET_MS = 1500;
const USABLE = '[aria-label="인기글"] li';

/** What a first visit of the dashboard on a phone loads, nothing cached. Bytes as sent, with headers. */
export async function firstVisit(browser, url) {
  const page = await browser.newPage();
  const network = await page.createCDPSession();
  const requests = new Map();
  const scripts = [];
  let lastAt = performance.now();
  let isUsable = false;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    requests.set(requestId, 0);
    lastAt = performance.now();
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) requests.set(requestId, encodedDataLength);
  });
  page.on('response', (response) => {
    if (!isUsable && response.request().resourceType() === 'script') {
      scripts.push(response.buffer());
    }
  });
  try {
    await page.setViewport(PHONE);
    await network.send('Network.enable');
    await network.send('Network.clearBrowserCache');
    await page.goto(`${url}/main`);
    await page.waitForSelector(USABLE);
    isUsable = true;
    while (performance.now() - lastAt < QUIET_MS) await new Promise((done) => setTimeout(done, 50));
    const bodies = await Promise.all(scripts);
    return {
      requests: requests.size,
      bytes: [...requests.values()].reduce((sum, bytes) => sum + bytes, 0),
      scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
    };
  } finally {
    await page.close();
  }
}
