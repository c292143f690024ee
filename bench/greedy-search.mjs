import { install } from './lib/installation.mjs';
import { measureGreedySearch } from './lib/parts/greedy-search.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/** Searches of others beside a member who searches without a pause. */
await runBench(async (temp) => {
  const words = process.argv.slice(2);
  const { large: posts, greedyRounds: rounds } = isSmall(words) ? PLANS.small : PLANS.full;
  const wanted = numbersFrom(words, { posts, rounds });
  const installation = await install(temp, wanted.posts);
  printMeasurements(await measureGreedySearch(installation, wanted.rounds));
});
