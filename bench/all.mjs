import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlainError } from '../scripts/lib/progress.mjs';
import { root } from '../scripts/lib/root.mjs';
import { install } from './lib/installation.mjs';
import { describeRun } from './lib/machine.mjs';
import { measureCalls, measureGroupCommit, rowsOfCalls } from './lib/parts/calls.mjs';
import { measureGreedySearch } from './lib/parts/greedy-search.mjs';
import { measureDepth, measureGrowth } from './lib/parts/growth.mjs';
import {
  measureIdle,
  measureRestarts,
  measureStreamMemory,
  rowOfMemory,
  rowOfRestarts,
} from './lib/parts/memory.mjs';
import { rowsOfMix, runMix } from './lib/parts/mix.mjs';
import { measureWeb } from './lib/parts/pages.mjs';
import { measureSearch } from './lib/parts/search.mjs';
import { renewTokens } from './lib/people.mjs';
import { notesOf, writeDocument } from './lib/performance-doc.mjs';
import { CALLS, PLANS } from './lib/plan.mjs';
import { printMeasurements } from './lib/rows.mjs';
import { runBench } from './lib/run-bench.mjs';
import { inOrder, rowOf } from './lib/targets.mjs';

/** Everything, one after the other; writes docs/performance.md, of a small trial a file in .cache. */
const [size = 'full'] = process.argv.slice(2);
const isTrial = size === 'small';
const plan = PLANS[size];
const file = join(root, isTrial ? '.cache/performance-trial.md' : 'docs/performance.md');

const rows = [];
let failures = 0;

/**
 * Renews the tokens of the installations, since earlier parts may have taken long, then runs a part. A
 * part that fails leaves its rows out and does not stop the others.
 */
async function part(title, work, ...installations) {
  console.log(`\n${title}`);
  try {
    for (const { dataDir, people } of installations) await renewTokens(dataDir, people);
    rows.push(...(await work()));
  } catch (error) {
    failures += 1;
    console.error(`${title} failed:`, error);
  }
}

async function measureSmall(small) {
  const onSmall = (title, work) => part(title, work, small);
  await onSmall('Single calls', async () =>
    rowsOfCalls(await measureCalls(small, { seconds: plan.seconds, names: CALLS })),
  );
  await onSmall('Group commit', async () => [
    rowOf('group commit', await measureGroupCommit(small, plan.seconds)),
  ]);
}

async function measureBoth(small, large) {
  await part('Growth', () => measureGrowth(small, large, plan.seconds), small, large);
}

async function measureLarge(large) {
  const onLarge = (title, work) => part(title, work, large);
  rows.push(rowOf('fill', large.fillSeconds, `${large.sizes.posts} posts`));
  await onLarge('Deep pages', () => measureDepth(large, plan.depthRequests));
  await onLarge('Search', () => measureSearch(large, plan.queries));
  await onLarge('Greedy search', () => measureGreedySearch(large, plan.greedyRounds));
  await onLarge('Mix', async () => {
    const result = await runMix(large, plan.mix);
    return [...rowsOfMix(result, plan.mix), rowOfMemory('memory mix', result.highest)];
  });
  await onLarge('Starts', async () => [rowOfRestarts(await measureRestarts(large, plan.restarts))]);
  await onLarge('Memory', async () => [await measureIdle(large, plan.idle)]);
  await onLarge('Streams', () => measureStreamMemory(large, plan.streams));
}

function writeResult(earlier, run, minutes) {
  const result = { run, minutes, rows: inOrder(rows), isTrial };
  printMeasurements(result.rows);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeDocument(earlier, result));
  console.log(`\nWritten to ${file}, after ${minutes} minutes.`);
}

await runBench(async (temp) => {
  if (plan === undefined) throw new PlainError(`${size}: expected is full or small`);
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // Fails now, not after the run, when the page cannot be written.
  notesOf(earlier);
  const began = performance.now();
  const small = await install(temp, plan.small);
  const [{ server_version: postgres }] = await small.query('show server_version');
  await measureSmall(small);
  const large = await install(temp, plan.large);
  await measureBoth(small, large);
  await small.server.stop();
  await measureLarge(large);
  await large.server.stop();
  await part('Web', () => measureWeb(temp, plan.web));
  const minutes = Math.round((performance.now() - began) / 60_000);
  writeResult(earlier, await describeRun(postgres), minutes);
  return failures === 0;
});
