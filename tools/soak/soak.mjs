import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { locateBinaries } from '../../apps/server/src/platform/database/binaries.ts';
import { describeRun } from '../../bench/lib/machine.mjs';
import { noted, printTable } from '../../bench/lib/rows.mjs';
import { runBench } from '../../bench/lib/run-bench.mjs';
import { endAll } from '../../scripts/lib/run.mjs';
import { readOptions } from './lib/options.mjs';
import { endWriters } from './lib/writers.mjs';
import { STATEMENTS } from './statements.mjs';

const VERDICTS = new Map([
  [true, 'met'],
  [false, '**missed**'],
  [null, ''],
]);

/** A part that fails is a row that is not met, and does not stop the others. */
async function measure({ id, title, work }, context) {
  console.log(`\n${id}: ${title}`);
  const began = performance.now();
  try {
    return await work(context);
  } catch (error) {
    console.error(`${id} failed:`, error);
    // What it has started would disturb the next part.
    await endWriters();
    await endAll();
    return [{ ...noted(title, `failed: ${error.message.split('\n')[0]}`), isMet: false }];
  } finally {
    console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

function print(rows, { seed, minutes }, run) {
  console.log('');
  printTable(
    ['Id', 'Claim', 'Limit', 'Measured', 'Verdict'],
    rows.map(({ id, what, target, value, isMet }) => [
      id,
      what,
      target,
      value,
      VERDICTS.get(isMet),
    ]),
  );
  const missed = rows.filter(({ isMet }) => isMet === false).length;
  const judged = rows.filter(({ isMet }) => isMet !== null).length;
  console.log(`\n${judged - missed} of ${judged} met, after ${minutes} minutes, seed ${seed}.`);
  console.log(
    `${run.date}, Naru ${run.naru}, ${run.machine}, Node ${run.node}, PostgreSQL ${run.postgres}.`,
  );
}

// Measures what the statements claim, prints a table, and fails when one is not met.
await runBench(async (temp) => {
  const options = readOptions(
    process.argv.slice(2),
    STATEMENTS.map(({ id }) => id),
  );
  // Everything that is started here has its files there.
  process.env.TMPDIR = temp.path;
  const chosen = STATEMENTS.filter(({ id, isInShort }) =>
    options.ids === null ? isInShort || !options.isShort : options.ids.includes(id),
  );
  const began = performance.now();
  const rows = [];
  for (const statement of chosen) {
    const { id } = statement;
    const folder = join(temp.path, id);
    await mkdir(folder);
    const found = await measure(statement, { ...options, temp: { path: folder } });
    for (const row of found) console.log(`  ${row.what}: ${row.value}`);
    rows.push(...found.map((row) => ({ id, ...row })));
  }
  const minutes = Number(((performance.now() - began) / 60_000).toFixed(1));
  const run = await describeRun((await locateBinaries()).version);
  print(rows, { seed: options.seed, minutes }, run);
  if (options.json !== null) {
    const report = { run, seed: options.seed, minutes, rows };
    writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return rows.every(({ isMet }) => isMet !== false);
});
