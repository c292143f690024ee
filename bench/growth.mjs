import { install } from './lib/installation.mjs';
import { measureDepth, measureGrowth } from './lib/parts/growth.mjs';
import { measureSearch } from './lib/parts/search.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/** Reads of a large installation beside a small one, its deep pages and its search. */
await runBench(async (temp) => {
  const words = process.argv.slice(2);
  const plan = isSmall(words) ? PLANS.small : PLANS.full;
  const sizes = { large: plan.large, small: plan.small };
  const { large, small } = numbersFrom(words, sizes, sizes);
  const few = await install(temp, small);
  const many = await install(temp, large);
  printMeasurements([
    ...(await measureGrowth(few, many, plan.seconds)),
    ...(await measureDepth(many, plan.depthRequests)),
    ...(await measureSearch(many, plan.queries)),
  ]);
});
