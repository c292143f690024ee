import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { PHONE } from './browser.mjs';
import { median } from './median.mjs';

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

const FLAGS = {
  // Only the page that runs: throttling is simulated for a mid-range phone on slow 4G.
  formFactor: 'mobile',
  onlyCategories: ['performance', 'accessibility', 'best-practices'],
  logLevel: 'error',
};

async function runOnce(browser, address) {
  const page = await browser.newPage();
  try {
    const { lhr } = await lighthouse(address, FLAGS, undefined, page);
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(address).pathname) {
      throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
    }
    const { categories, audits } = lhr;
    const score = (name) => Math.round(categories[name].score * 100);
    const number = (name) => audits[name].numericValue;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      fcp: number('first-contentful-paint'),
      lcp: number('largest-contentful-paint'),
      speedIndex: number('speed-index'),
    };
  } finally {
    await page.close();
  }
}

/** Medians of several cold loads of an address, signed in. */
export async function auditPage(browser, address, runs) {
  const results = [];
  for (let run = 0; run < runs; run += 1) results.push(await runOnce(browser, address));
  const names = Object.keys(results[0]);
  return Object.fromEntries(names.map((name) => [name, median(results.map((one) => one[name]))]));
}
