import { measureWeb } from './lib/parts/web.mjs';
import { runBench } from './lib/run-bench.mjs';
import { printMeasurements } from './lib/table.mjs';

/** Pages in a real browser, on the demo content. */
await runBench(async (temp) => printMeasurements(await measureWeb(temp)));
