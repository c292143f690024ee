import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { runTool } from './run.mjs';
import { playwrightTotals } from './totals.mjs';

/**
 * Runs the journeys of a folder of e2e, or of some projects of it; with words, those whose titles have all of them.
 * `limits` are those of `run`. Resolves to `{ passed, failed, versions }`: counts of journeys, and name and version of
 * each browser that they ran in.
 */
export async function runJourneys(
  folder,
  { projects = [], words = [], reporter = 'list', env, ...limits },
) {
  const name = [folder, ...projects].join('-');
  const report = join(root, '.cache', 'test-reports', `${name}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = [
    'test',
    `--config=e2e/${folder}/playwright.config.ts`,
    `--reporter=${reporter},json`,
  ];
  args.push(...projects.map((project) => `--project=${project}`));
  if (words.length > 0) args.push('--pass-with-no-tests', `--grep=${words.map(ahead).join('')}`);
  const { code } = await runTool('@playwright/test/cli.js', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ...limits,
  });
  const { passed, failed } = playwrightTotals(report);
  // A run that crashed without a failed journey is a failure too.
  const faults = code === 0 ? failed : Math.max(failed, 1);
  return { passed, failed: faults, versions: versionsIn(report) };
}

/** Finds a word anywhere in a title. */
const ahead = (word) => `(?=.*${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`;

function versionsIn(report) {
  if (!existsSync(report)) return [];
  const noted = readFileSync(report, 'utf8').matchAll(
    /"type": "engine",\s*"description": "([^"]+)"/g,
  );
  return [...new Set([...noted].map(([, version]) => version))];
}
