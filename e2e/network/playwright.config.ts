import { defineConfig } from '@playwright/test';
import main from '../../playwright.config.ts';
import type { NetworkName } from './bad-network.ts';
import type { NetworkOptions } from './test.ts';

const NETWORKS: readonly NetworkName[] = ['slow', 'lossy', 'lost-response', 'offline', 'restart'];

/** Journeys on bad networks, each of which is a project. @public */
export default defineConfig<NetworkOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/network',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...main.use,
    actionTimeout: 15_000,
    launchOptions: main.projects?.find(({ name }) => name === 'servers')?.use?.launchOptions,
  },
  projects: NETWORKS.map((name) => ({ name, use: { networkName: name } })),
});
