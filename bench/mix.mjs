import { install } from './lib/installation.mjs';
import { rowOfMemory } from './lib/parts/memory.mjs';
import { rowsOfMix, runMix } from './lib/parts/mix.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/** The mix of calls in an open loop. */
await runBench(async (temp) => {
  const words = process.argv.slice(2);
  const { large, mix } = isSmall(words) ? PLANS.small : PLANS.full;
  const { posts, ...load } = numbersFrom(words, { posts: large, ...mix });
  const installation = await install(temp, posts);
  const result = await runMix(installation, load);
  printMeasurements([...rowsOfMix(result, load), rowOfMemory('memory mix', result.highest)]);
});
