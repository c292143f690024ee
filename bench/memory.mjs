import { install } from './lib/installation.mjs';
import {
  measureIdle,
  measureRestarts,
  measureStreamMemory,
  rowOfMemory,
} from './lib/parts/memory.mjs';
import { runMix } from './lib/parts/mix.mjs';
import { PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/** Memory of a started server, under the mix, and with idle streams. */
await runBench(async (temp) => {
  const words = process.argv.slice(2);
  const { large, idle, mix, streams } = isSmall(words) ? PLANS.small : PLANS.full;
  const { posts, streams: count } = numbersFrom(words, { posts: large, streams: streams.streams });
  const installation = await install(temp, posts);
  await measureRestarts(installation, 1);
  const quiet = await measureIdle(installation, idle);
  const { highest } = await runMix(installation, mix);
  await measureRestarts(installation, 1);
  printMeasurements([
    quiet,
    rowOfMemory('memory mix', highest),
    ...(await measureStreamMemory(installation, { ...streams, streams: count })),
  ]);
});
