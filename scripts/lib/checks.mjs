import { join } from 'node:path';
import { root } from './root.mjs';
import { run, runTool } from './run.mjs';

/** A failed step whose command has already printed the cause. */
export class StepFailed extends Error {}

export async function expectSuccess(running) {
  const { code } = await running;
  if (code !== 0) throw new StepFailed(`exit code ${code}`);
}

const PROJECTS = ['packages/contract', 'packages/demo', 'apps/server', 'apps/web', 'e2e'];

/**
 * Static checks, each with a title and a function. `options` go to every command; with `output:
 * 'collect'` the caller of `report` gets the output.
 */
export function staticChecks(options, report = expectSuccess) {
  const tool = (path, ...args) => report(runTool(path, args, options));
  const script = (name) => report(run(process.execPath, [join(root, 'scripts', name)], options));
  return [
    ['Format and lint', () => tool('@biomejs/biome/bin/biome', 'ci', '.')],
    [
      'Types',
      async () => {
        for (const project of PROJECTS) {
          await tool('typescript/bin/tsc', '-p', `${project}/tsconfig.json`);
        }
      },
    ],
    ['Dependency rules', () => script('check-dependencies.mjs')],
    ['Unused code', () => tool('knip/bin/knip.js', '--no-progress')],
    ['File sizes', () => script('check-sizes.mjs')],
    ['Requirement ids', () => script('check-requirements.mjs')],
  ];
}
