import lighthouse from 'lighthouse';
import { median } from './median.mjs';

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
