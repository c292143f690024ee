import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { seconds } from './progress.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const FOLDER = join(root, 'bench');
const COMMAND = 'run.mjs';
/** A small form takes a minute or two. */
const LIMIT_MS = 15 * 60_000;

/** The names that `npm run bench` takes. */
export const benchNames = (files = readdirSync(FOLDER)) =>
  files
    .filter((name) => name.endsWith('.mjs') && name !== COMMAND)
    .map((name) => name.slice(0, -'.mjs'.length));

const runSmall = (name, env) =>
  run(process.execPath, [join(FOLDER, COMMAND), name, 'small'], {
    ...{ env, timeoutMs: LIMIT_MS },
    output: 'collect',
  });

/**
 * Runs the small form of every benchmark, one after the other, and prints the output of those that fail.
 * Resolves to the counts `{ passed, failed }`. `work` runs one of them.
 */
export async function runSmallBenches(env, work = runSmall) {
  const counts = { passed: 0, failed: 0 };
  for (const name of benchNames()) {
    const began = performance.now();
    const { code, output } = await work(name, env);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    const took = seconds(performance.now() - began);
    if (code === 0) console.log(`bench ${name} small: ok (${took})`);
    else console.error(`${output}\nbench ${name} small: failed with ${code} (${took})`);
  }
  return counts;
}
