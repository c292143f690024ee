import { numbersFrom } from './lib/arguments.mjs';
import { install } from './lib/installation.mjs';
import { measureDepth, measureGrowth } from './lib/parts/growth.mjs';
import { measureSearch } from './lib/parts/search.mjs';
import { PLANS } from './lib/plan.mjs';
import { runBench } from './lib/run-bench.mjs';
import { printMeasurements } from './lib/table.mjs';

/** Reads of a large installation beside a small one, its deep pages and its search. */
const { full } = PLANS;

await runBench(async (temp) => {
  const { large, small } = numbersFrom(process.argv.slice(2), {
    large: full.large,
    small: full.small,
  });
  const few = await install(temp, small);
  const many = await install(temp, large);
  printMeasurements([
    ...(await measureGrowth(few, many, full.seconds)),
    ...(await measureDepth(many, full.depthRequests)),
    ...(await measureSearch(many, full.queries)),
  ]);
});
