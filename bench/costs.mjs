import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlainError } from '../scripts/lib/progress.mjs';
import { root } from '../scripts/lib/root.mjs';
import { runTool } from '../scripts/lib/run.mjs';
import { isSmall } from './lib/arguments.mjs';
import { costLines, longTurnsOf, refusalsOf, withCosts, writeCosts } from './lib/costs-doc.mjs';
import { describeRun } from './lib/machine.mjs';
import { runBench } from './lib/run-bench.mjs';

/**
 * The cost of the most expensive inputs of every call, or of those that contain the word; writes docs/costs.md, of
 * a small trial a file in .cache.
 */
const words = process.argv.slice(2);
const isTrial = isSmall(words);
const [only = ''] = isTrial ? ['GET /api/post'] : words;
const PAGE = join(root, isTrial ? '.cache/costs-trial.md' : 'docs/costs.md');
const TIMES = isTrial ? 1 : 6;
const LIMIT_MS = 2 * 60 * 60_000;

await runBench(async (temp) => {
  const file = join(temp.path, 'costs.json');
  const args = ['run', '--maxWorkers=1', 'apps/server/src/app.costs.test.ts'];
  const env = {
    CI: 'true',
    NODE_ENV: 'test',
    TMPDIR: temp.path,
    COSTS_REPORT: file,
    COSTS_TIMES: String(TIMES),
    COSTS_ONLY: only,
  };
  const { output } = await runTool('vitest/vitest.mjs', args, {
    env,
    output: 'collect',
    timeoutMs: LIMIT_MS,
  });
  if (!existsSync(file)) throw new PlainError(`${output}\nNothing was measured.`);
  const costs = JSON.parse(readFileSync(file, 'utf8'));
  const run = await describeRun('of the tests');
  for (const line of costLines(costs, run.date)) console.log(line);
  const page =
    only === '' || isTrial
      ? writeCosts({ ...run, times: TIMES }, costs)
      : withCosts(readFileSync(PAGE, 'utf8'), costs, run.date);
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, page);
  const refusals = refusalsOf(costs);
  for (const fault of [...longTurnsOf(costs), ...refusals]) console.log(fault);
  return refusals.length === 0;
});
