import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../scripts/lib/progress.mjs';
import { runTool } from '../scripts/lib/run.mjs';
import { costLines, longTurnsOf, refusalsOf, summaryOf } from './lib/costs-table.mjs';
import { isSmall, runBench } from './lib/run-bench.mjs';

/**
 * The cost of the most expensive inputs of every call, or of those that contain the word. Fails for a call
 * above its limits; a small trial looks at no times.
 */
const words = process.argv.slice(2);
const isTrial = isSmall(words);
const [only = ''] = isTrial ? ['GET /api/post'] : words;
const TIMES = isTrial ? 1 : 6;
const LIMIT_MS = 2 * 60 * 60_000;

await runBench(async (temp) => {
  const file = join(temp.path, 'costs.json');
  const args = ['run', '--maxWorkers=1', 'apps/server/src/tests/costs.test.ts'];
  const env = {
    CI: 'true',
    NODE_ENV: 'test',
    TMPDIR: temp.path,
    COSTS_REPORT: file,
    COSTS_TIMES: String(TIMES),
    COSTS_ONLY: only,
  };
  const { code, output } = await runTool('vitest/vitest.mjs', args, {
    env,
    output: 'collect',
    timeoutMs: LIMIT_MS,
  });
  if (!existsSync(file)) throw new PlainError(`${output}\nNothing was measured.`);
  const costs = JSON.parse(readFileSync(file, 'utf8'));
  for (const line of costLines(costs)) console.log(line);
  console.log(`\n${summaryOf(costs)}`);
  const faults = [...refusalsOf(costs), ...(isTrial ? [] : longTurnsOf(costs))];
  for (const fault of faults) console.log(fault);
  if (code !== 0) console.log(output);
  return faults.length === 0 && code === 0;
});
