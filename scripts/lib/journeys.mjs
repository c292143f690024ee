import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { runTool } from './run.mjs';
import { playwrightTotals } from './totals.mjs';

/**
 * Runs the journeys of a folder of e2e, or of one project of it, or those with `words` in their name. Resolves to
 * `{ passed, failed, versions }`: counts of journeys, and name and version of each browser that they ran in.
 */
export async function runJourneys(folder, { project, words, reporter = 'list', env }) {
  const name = project === undefined ? folder : `${folder}-${project}`;
  const report = join(root, '.cache', 'test-reports', `${name}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = [
    'test',
    `--config=e2e/${folder}/playwright.config.ts`,
    `--reporter=${reporter},json`,
  ];
  if (project !== undefined) args.push(`--project=${project}`);
  if (words !== undefined) args.push(`--grep=${words}`);
  const { code } = await runTool('@playwright/test/cli.js', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { passed, failed } = playwrightTotals(report);
  // A run that crashed without a failed journey is a failure too.
  const faults = code === 0 ? failed : Math.max(failed, 1);
  return { passed, failed: faults, versions: versionsIn(report) };
}

function versionsIn(report) {
  if (!existsSync(report)) return [];
  const noted = readFileSync(report, 'utf8').matchAll(
    /"type": "engine",\s*"description": "([^"]+)"/g,
  );
  return [...new Set([...noted].map(([, version]) => version))];
}
