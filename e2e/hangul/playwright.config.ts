import { defineConfig } from '@playwright/test';
import type { EngineOptions } from '../engines/test.ts';

/** So high that no form needs scrolling: Firefox scrolls back to the caret when a press ends a syllable, and loses it. */
const use = { size: { width: 1280, height: 1300 } };

/**
 * Hangul typed by the input method of a desktop, in three engines. The pages are driven by the fixtures of
 * ./test.ts. @public
 */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/hangul',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // A screen has one keyboard.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  projects: [
    { name: 'chromium', use: { ...use, engineName: 'chromium' } },
    { name: 'firefox', use: { ...use, engineName: 'firefox' } },
    { name: 'webkit', use: { ...use, engineName: 'webkit' } },
  ],
});
