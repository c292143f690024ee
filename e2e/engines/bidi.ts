import puppeteer, { type Browser, type BrowserContext, type LaunchOptions } from 'puppeteer-core';
import { findProgram } from '../../scripts/lib/debian-programs.mjs';
import type { Engine, Size, Tab } from './engine.ts';

/** Firefox's settings for what a context of Playwright sets in Chromium. */
const FIREFOX = { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'ko-KR' };
/** In its mode for tests Firefox does not inform the input method which window has the focus. */
const FIREFOX_WINDOW = { ...FIREFOX, 'focusmanager.testmode': false };
const CHROMIUM = ['--no-sandbox', '--disable-gpu', '--force-prefers-reduced-motion'];
/**
 * GTK 3 has the module that reaches the input method; `--test-type` hides the warning bar, which takes
 * room.
 */
const CHROMIUM_WINDOW = [...CHROMIUM, '--gtk-version=3', '--ozone-platform=x11', '--test-type'];

/**
 * Starts Firefox, by WebDriver BiDi, or Chromium: without windows, or with the variables of a desktop with
 * windows on it, whose size is then the browser's choice.
 */
export async function startPuppeteer(
  name: 'firefox' | 'chromium',
  desktop?: NodeJS.ProcessEnv,
): Promise<Engine> {
  const browser = await puppeteer.launch({
    ...(name === 'firefox' ? firefoxOf(desktop) : chromiumOf(desktop)),
    env: { ...process.env, ...desktop, TZ: 'Asia/Seoul' },
    defaultViewport: null,
  });
  return {
    version: await browser.version(),
    open: (size) => openTab(browser, desktop === undefined ? size : null),
    close: () => browser.close(),
  };
}

const firefoxOf = (desktop?: NodeJS.ProcessEnv): LaunchOptions => ({
  browser: 'firefox',
  executablePath: findProgram('firefox'),
  headless: desktop === undefined,
  extraPrefsFirefox: desktop === undefined ? FIREFOX : FIREFOX_WINDOW,
});

const chromiumOf = (desktop?: NodeJS.ProcessEnv): LaunchOptions =>
  desktop === undefined
    ? {
        executablePath: findProgram('chromium'),
        headless: 'shell',
        args: CHROMIUM,
      }
    : {
        executablePath: findProgram('window'),
        headless: false,
        args: CHROMIUM_WINDOW,
      };

async function openTab(browser: Browser, size: Size | null): Promise<Tab> {
  const context: BrowserContext = await browser.createBrowserContext();
  // Of two tabs in a window, one is hidden and hardly drawn.
  const page = await context.newPage({ type: 'window' });
  if (size !== null) await page.setViewport(size);
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
    key: async (key, held) => {
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
