import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import type { Engine, Key, Size, Tab } from './engine.ts';

/** Firefox's own settings for what Chromium gets by a context of Playwright. */
const FIREFOX = { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'ko-KR' };

/** Starts Firefox, by WebDriver BiDi, or Chromium. */
export async function startPuppeteer(name: 'firefox' | 'chromium'): Promise<Engine> {
  const isFirefox = name === 'firefox';
  const browser = await puppeteer.launch({
    browser: isFirefox ? 'firefox' : 'chrome',
    executablePath: isFirefox
      ? (process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr')
      : (process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'),
    headless: isFirefox ? true : 'shell',
    args: isFirefox ? [] : ['--no-sandbox', '--disable-gpu', '--force-prefers-reduced-motion'],
    extraPrefsFirefox: FIREFOX,
    env: { ...process.env, TZ: 'Asia/Seoul' },
  });
  return {
    version: await browser.version(),
    open: (size) => openTab(browser, size),
    close: () => browser.close(),
  };
}

async function openTab(browser: Browser, size: Size): Promise<Tab> {
  const context: BrowserContext = await browser.createBrowserContext();
  // Of two tabs in a window, one is hidden and hardly drawn.
  const page = await context.newPage({ type: 'window' });
  await page.setViewport(size);
  return {
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    run: async (script) => {
      await page.evaluate(script);
    },
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    key: async (key: Key, held) => {
      if (held) await page.keyboard.down(held);
      await page.keyboard.press(key);
      if (held) await page.keyboard.up(held);
    },
    choose: async (attribute, paths) => {
      const field = await page.$(`input[${attribute}]`);
      if (field === null) throw new Error('the field for files is gone');
      await field.uploadFile(...paths);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  };
}
