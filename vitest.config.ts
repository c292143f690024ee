import { defineConfig } from 'vitest/config';

const common = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'contract',
          environment: 'node',
          include: ['packages/contract/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'demo',
          environment: 'node',
          include: ['packages/demo/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.mjs'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: { ...common, name: 'web', environment: 'jsdom' },
      },
    ],
  },
});
