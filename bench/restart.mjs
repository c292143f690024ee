import { join } from 'node:path';
import { freePort, startBuilt } from '../scripts/lib/built-server.mjs';
import { install } from './lib/installation.mjs';
import { median } from './lib/numbers.mjs';
import { measureRestarts, rowOfRestarts } from './lib/parts/memory.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/** Starts after kill -9: with demo content, or with a number of posts. */
const STARTS = 5;

async function withDemo(temp, starts) {
  const port = await freePort();
  const start = () =>
    startBuilt({ dataDir: join(temp.path, 'data'), port, env: { LOG_LEVEL: 'error' } });
  const began = performance.now();
  const installation = {
    server: await start(),
    restart: async () => {
      installation.server = await start();
    },
  };
  const first = Math.round(performance.now() - began);
  console.log(`First start, with a new database and demo content: ${first} ms`);
  const later = median(await measureRestarts(installation, starts));
  console.log(`Start after kill -9, median of ${starts}: ${Math.round(later)} ms`);
}

await runBench(async (temp) => {
  const words = process.argv.slice(2);
  if (isSmall(words)) return withDemo(temp, PLANS.small.restarts);
  if (words.length === 0) return withDemo(temp, STARTS);
  const { posts } = numbersFrom(words, { posts: PLANS.full.large });
  const installation = await install(temp, posts);
  printMeasurements([rowOfRestarts(await measureRestarts(installation, STARTS))]);
});
