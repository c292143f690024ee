import { defineConfig, devices } from '@playwright/test';
import { findProgram } from './scripts/lib/debian-programs.mjs';

// One of the machine, of which `e2e/global-setup.ts` makes sure; Playwright downloads none.
const executablePath = findProgram('chromium');

/** Tests that look at sizes and colours; the others do without web fonts, a third of each visit. */
const SCREENS = /\/(a11y-[\w-]+|chat-scroll|dashboard|gallery|phone|still)\.spec\.ts$/;

const WITHOUT_FONTS = '--disable-remote-fonts';

/** Waits for the minute of an anonymous question, so it begins first. */
const WAITS = /\/lecture-room\.spec\.ts$/;

/** With servers or a network of their own, and waiting for them beside tests that keep the processors busy. */
const SERVERS =
  /\/(admin-content|injection|office-day|offline|reconnect|restart|second-factor|sign-in-provider|workers)\.spec\.ts$/;

/** Two servers of its own behind a balancer, for its own tests and for journeys with this tag. */
const SEVERAL = /\/several\.spec\.ts$/;
const SEVERAL_TAG = /@several/;

const launchOptions = (...more: string[]) => ({
  ...(executablePath !== undefined && { executablePath }),
  // Without a UTF-8 locale, Chromium gives a download with a Korean name another one.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...more,
  ],
});

/** `npm test` leaves journeys with this tag out. */
const WHOLE_TAG = /@whole/;
const leftOut = process.env.NARU_TESTS === 'short' ? [WHOLE_TAG] : [];

export default defineConfig({
  testDir: './e2e',
  grepInvert: leftOut,
  globalSetup: './e2e/global-setup.ts',
  outputDir: './test-results',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 3,
  // Generous: on a small machine that does other work too, a journey takes its time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...(process.env.NARU_E2E_URL && { baseURL: process.env.NARU_E2E_URL }),
    ...devices['Desktop Chrome'],
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // A recording of every step costs more than the step; `--trace on` makes one of a journey that fails.
    trace: 'off',
    // A worker would send requests that `page.route` and the limits of requests never see.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  // In this order: what takes longest begins first, and all workers end together.
  projects: [
    {
      name: 'waits',
      testMatch: WAITS,
      workers: 1,
      use: { launchOptions: launchOptions(WITHOUT_FONTS) },
    },
    {
      name: 'servers',
      testMatch: SERVERS,
      workers: 1,
      use: { launchOptions: launchOptions(WITHOUT_FONTS) },
    },
    {
      name: 'several',
      grep: SEVERAL_TAG,
      testIgnore: SERVERS,
      workers: 1,
      use: { launchOptions: launchOptions(WITHOUT_FONTS) },
    },
    { name: 'screens', testMatch: SCREENS, workers: 2, use: { launchOptions: launchOptions() } },
    {
      name: 'journeys',
      testIgnore: [WAITS, SERVERS, SEVERAL, SCREENS],
      grepInvert: [SEVERAL_TAG, ...leftOut],
      workers: 2,
      use: { launchOptions: launchOptions(WITHOUT_FONTS) },
    },
  ],
});
