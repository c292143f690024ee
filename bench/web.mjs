import { measureWeb } from './lib/parts/pages.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, runBench } from './lib/run-bench.mjs';

/** Pages in a real browser, on the demo content. */
await runBench(async (temp) => {
  const { web } = isSmall(process.argv.slice(2)) ? PLANS.small : PLANS.full;
  printMeasurements(await measureWeb(temp, web));
});
