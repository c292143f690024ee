import { install } from './lib/installation.mjs';
import { rowOfMemory } from './lib/parts/memory.mjs';
import { rowsOfMix, runMix } from './lib/parts/mix.mjs';
import { PLANS } from './lib/plan.mjs';
import { runBench } from './lib/run-bench.mjs';
import { printMeasurements } from './lib/table.mjs';

/** The mix of calls in an open loop. */
const { large, mix } = PLANS.full;
const [posts = large, perSecond = mix.perSecond, seconds = mix.seconds] = process.argv
  .slice(2)
  .map(Number);

await runBench(async (temp) => {
  const installation = await install(temp, posts);
  const load = { perSecond, seconds };
  const result = await runMix(installation, load);
  printMeasurements([...rowsOfMix(result, load), rowOfMemory('memory mix', result.highest)]);
});
