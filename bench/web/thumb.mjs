import { chromium, expect } from '@playwright/test';
import { ensurePrograms } from '../../scripts/lib/debian-programs.mjs';

const SCREEN = { width: 390, height: 844 };
const PATIENCE_MS = 20_000;

/** A browser, and phones in it that share nothing. `slowdown` makes their processor slower by a factor. */
export async function openPhones(url, slowdown) {
  const { chromium: executablePath } = await ensurePrograms('chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  /** A phone in whose browser the member of the session is signed in. */
  const pick = async (session) => {
    const context = await browser.newContext({
      ...{ baseURL: url, viewport: SCREEN, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
      ...{ locale: 'ko-KR', timezoneId: 'Asia/Seoul' },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    if (session) await context.addInitScript(storeSession, session);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return page;
  };
  return { pick, close: () => browser.close() };
}

/** Runs in each page; a session that the page has renewed stays. */
function storeSession({ accessToken, refreshToken }) {
  if (localStorage.getItem('refreshToken') !== null) return;
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
}

/** What a step names: the first visible element with the role and the whole name, below the place of the step. */
function find(page, { role, name, below }) {
  const root = below ? find(page, below) : page;
  const found =
    role === 'text'
      ? root.getByText(name)
      : root.getByRole(role, { name, exact: true, ...(role === 'button' && { disabled: false }) });
  return found.filter({ visible: true }).first();
}

/** Password fields have no role. */
const findField = (page, step) =>
  step.role === 'label' ? page.getByLabel(step.name) : find(page, step);

/** Pixels from the top of the screen to an element that has come to rest. */
async function topOf(target) {
  await target.waitFor();
  return target.evaluate(async (element) => {
    const top = () => Math.round(element.getBoundingClientRect().top);
    let last;
    let still = 0;
    while (still < 3) {
      await new Promise(requestAnimationFrame);
      still = top() === last ? still + 1 : 0;
      last = top();
    }
    return Math.max(0, last);
  });
}

/**
 * One thumb on a page. Each way of it counts the presses that it takes: a tap, a field that has not got the
 * focus yet, the chooser of files. What is typed, and scrolling to what is pressed, counts none.
 */
function thumbOn(page) {
  const result = { taps: 0, top: null };
  const press = async (target) => {
    await target.tap();
    result.taps += 1;
  };
  const STEPS = {
    tap: (step) => press(find(page, step)),
    async type(step) {
      const field = findField(page, step);
      await field.waitFor();
      if (!(await field.evaluate((element) => element === document.activeElement)))
        await press(field);
      await expect(field).toBeFocused();
      const { text } = step;
      await page.keyboard.insertText(typeof text === 'string' ? text : await text());
      if (step.key) await page.keyboard.press(step.key);
    },
    async choose(step) {
      const chooser = page.waitForEvent('filechooser');
      await press(find(page, step));
      await (await chooser).setFiles(step.file);
      result.taps += 1;
    },
    see: async (step) => {
      const top = await topOf(findField(page, step));
      result.top ??= top;
    },
    gone: (step) => find(page, step).waitFor({ state: 'hidden' }),
    do: (step) => step.work(page),
  };
  return { result, go: (step) => STEPS[step.kind](step) };
}

/** Goes a way from the page it begins on; returns the presses, the seconds and how far down the wanted content is. */
export async function walk(page, { from, steps }) {
  await page.goto(from);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
  const { result, go } = thumbOn(page);
  const began = performance.now();
  for (const step of steps) await go(step);
  return { ...result, seconds: (performance.now() - began) / 1000 };
}
