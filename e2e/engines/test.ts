import { writeFile } from 'node:fs/promises';
import { test as base, expect, request } from '@playwright/test';
import { DEMO_PASSWORD } from '../support/test.ts';
import { startPuppeteer } from './bidi.ts';
import type { Engine, Size, Tab } from './engine.ts';
import { Screen } from './screen.ts';
import { BLANK, startWatchingFront, type WatchingFront } from './watching-front.ts';
import { startWebKit } from './webkit.ts';

export { expect };

export interface EngineOptions {
  engineName: 'firefox' | 'webkit' | 'chromium';
  size: Size;
}

interface WorkerFixtures extends EngineOptions {
  engine: Engine;
  front: WatchingFront;
}

export interface Fixtures {
  /** Opens a window for one person, signed in when a username is given. */
  open: (username?: string) => Promise<Screen>;
}

/** A journey fails on any error in a page, whatever else it sees, and then leaves a picture of each window. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  size: [
    { width: 1280, height: 900 },
    { option: true, scope: 'worker' },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const front = await startWatchingFront(process.env.NARU_E2E_URL ?? '');
      await use(front);
      await front.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ engine, front, size }, use, testInfo) => {
    const tabs: Tab[] = [];
    await use(async (username) => {
      const tab = await engine.open(size);
      tabs.push(tab);
      if (username !== undefined) await signIn(tab, front.url, username);
      return new Screen(tab, front.url);
    });
    testInfo.annotations.push({ type: 'engine', description: engine.version });
    const faults = front.take();
    for (const [index, tab] of tabs.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await writeFile(testInfo.outputPath(`window-${index + 1}.png`), await tab.screenshot());
      }
      faults.push(...(await tab.evaluate(() => window.__faults__ ?? [], null)));
      await tab.close();
    }
    expect([...new Set(faults)], 'errors in pages').toEqual([]);
  },
});

/** Starts a browser without windows, or with windows on a desktop. */
export function startEngine(
  name: EngineOptions['engineName'],
  desktop?: NodeJS.ProcessEnv,
): Promise<Engine> {
  return name === 'webkit' ? startWebKit(desktop) : startPuppeteer(name, desktop);
}

/** Logs in by API call, and stores the tokens like the app. */
async function signIn(tab: Tab, url: string, username: string): Promise<void> {
  const context = await request.newContext({ baseURL: url });
  const data = { username, password: DEMO_PASSWORD };
  const response = await context.post('/api/member/login', { data });
  expect(response.status()).toBe(200);
  const tokens: { accessToken: string; refreshToken: string } = await response.json();
  await context.dispose();
  await tab.goto(url + BLANK);
  await tab.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);
}
