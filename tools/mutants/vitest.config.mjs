import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from './instrument.mjs';
import { namedMutants } from './plan.mjs';

const plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN, 'utf8'));
const mutated = new Set(plan.files);
const order = new Map(plan.tests.map((path, index) => [join(plan.root, path), index]));

/** Puts the mutants of the plan's files beside the original expressions. */
const mutantsPlugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(_code, id) {
    const file = relative(plan.root, id.split('?')[0]);
    if (!mutated.has(file)) return undefined;
    const { source, mutants } = namedMutants(file);
    return { code: instrument(source, mutants), map: null };
  },
};

class PlanOrder {
  async shard(files) {
    return files;
  }

  async sort(files) {
    return files.sort((a, b) => order.get(a.moduleId) - order.get(b.moduleId));
  }
}

/** @public */
export default defineConfig({
  root: plan.root,
  plugins: [mutantsPlugin],
  test: {
    name: 'node',
    environment: 'node',
    include: plan.tests,
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    runner: join(import.meta.dirname, 'runner.mjs'),
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: PlanOrder },
    reporters: [{}],
    // A mutant may wait for what never comes.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
