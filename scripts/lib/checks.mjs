import { join } from 'node:path';
import { PlainError, seconds } from './progress.mjs';
import { root } from './root.mjs';
import { run, runTool } from './run.mjs';

// The demo imports most of the server: the project of the server includes it.
const PROJECTS = [
  'apps/server',
  'apps/web',
  'apps/web/src/service-worker',
  'packages/contract',
  'e2e',
];

/** Waits for a command whose output is collected; throws the output when it fails. */
export async function succeed(running) {
  const { code, output } = await running;
  if (code !== 0) throw new PlainError(output.trimEnd());
}

/**
 * Static checks in lanes that may run at the same time, each check with a title and a function. `options`:
 * those of `run`.
 */
export function staticChecks(options) {
  const collect = { ...options, output: 'collect' };
  const tool = (path, ...args) => succeed(runTool(path, args, collect));
  const script = (path, ...args) =>
    succeed(run(process.execPath, [join(root, path), ...args], collect));
  const types = (project) =>
    tool('typescript/bin/tsc', '-p', `${project}/tsconfig.json`, '--singleThreaded');
  return [
    PROJECTS.map((project) => [`Types of ${project}`, () => types(project)]),
    [
      ['Format and lint', () => tool('@biomejs/biome/bin/biome', 'ci', '.')],
      ['Dependency rules', () => script('tools/checks/check-dependencies.mjs')],
      ['Unused code', () => tool('knip/bin/knip.js', '--no-progress')],
      ['File sizes', () => script('tools/checks/check-sizes.mjs')],
      ['Requirement ids', () => script('tools/checks/check-requirements.mjs')],
      ['Migrations', () => script('tools/checks/check-migrations.mjs')],
      ['Licences and advisories', () => script('scripts/dependencies.mjs', '--stored')],
    ],
  ];
}

/** Runs the checks one after the other and prints how each went; returns how many failed. */
export async function runLane(checks) {
  let failed = 0;
  for (const [title, work] of checks) {
    const began = performance.now();
    const took = () => seconds(performance.now() - began);
    try {
      const note = await work();
      console.log(`${title}: ok (${took()}${note ? `, ${note}` : ''})`);
    } catch (error) {
      failed += 1;
      console.error(`${error instanceof PlainError ? error.message : error.stack}`);
      console.error(`${title}: failed (${took()})`);
    }
  }
  return failed;
}
