import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './test.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * The journeys of this folder in engines that Playwright cannot start. Its runner is the one of the other
 * browser tests; the pages are driven by the fixtures of ./test.ts. @public
 */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  // Not those of the run in Chromium, which takes every spec of e2e.
  testMatch: '*.journey.ts',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/engines',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  projects: [
    { name: 'firefox', workers: 1, use: { engineName: 'firefox', size: DESK } },
    { name: 'webkit', workers: 1, use: { engineName: 'webkit', size: PHONE } },
    // Not part of any run of the project: to write journeys with.
    { name: 'chromium', workers: 1, use: { engineName: 'chromium', size: DESK } },
  ],
});
