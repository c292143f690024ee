import { isSmall } from './lib/arguments.mjs';
import { measureWeb } from './lib/parts/web.mjs';
import { PLANS } from './lib/plan.mjs';
import { runBench } from './lib/run-bench.mjs';
import { printMeasurements } from './lib/table.mjs';

/** Pages in a real browser, on the demo content. */
await runBench(async (temp) => {
  const { web } = isSmall(process.argv.slice(2)) ? PLANS.small : PLANS.full;
  printMeasurements(await measureWeb(temp, web));
});
