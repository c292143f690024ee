import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest tests, of the whole server and the demo: they begin first, so that no worker waits. */
const LONG = /\/(apps\/server\/src\/tests\/[\w.-]+|packages\/demo\/src\/.+)\.test\.ts$/;

/** Tests in jsdom beside those of components; a document takes longer than most tests without one. */
const NEEDS_DOCUMENT = '**/*.dom.test.ts';

/** `npm test` leaves them to `npm run test:whole`: of tools, of plans of the database, and of ends that take minutes. */
const WHOLE = process.env.NARU_TESTS === 'short' ? ['**/*.whole.test.*'] : [];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Modules are loaded once per worker: a test leaves none of them changed, and mocks no module. A
 * worker goes on to the next file of the same project only, hence one project after the other.
 */
const common = (groupOrder: number) => ({
  isolate: false,
  sequence: { groupOrder },
  // Long, for a machine that is busy with other work; a passing test never waits for it.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // `--sequence.shuffle.files` brings its own.
    sequence: {
      ...(!process.argv.includes('--sequence.shuffle.files') && { sequencer: LongestFirst }),
    },
    projects: [
      {
        test: {
          ...common(0),
          name: 'node',
          // One more than a small machine has processors: tests wait for the database and for programs.
          maxWorkers: 3,
          environment: 'node',
          include: [
            '{apps/*,packages/*}/src/**/*.test.ts',
            '{scripts,tools,bench,deploy}/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', NEEDS_DOCUMENT, ...WHOLE],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: { ...common(1), name: 'web', environment: 'jsdom', maxWorkers: 3 },
      },
    ],
  },
});
