import { resolve } from 'node:path';
import { readEnv } from '../config/env.ts';
import { RefusedError, runCli } from './command-line.ts';
import { checkSource } from './source-check.ts';
import { trySource } from './source-try.ts';

const USAGE = 'Usage: npm run source -- check|try <name> [--local]';
const COMMANDS = new Map([
  ['check', checkSource],
  ['try', trySource],
]);

/**
 * `npm run source -- check <name>` reads a source of the file as a run would and prints what it finds; nothing is
 * stored, and no database is needed. `try` imports it into a database of its own, which is removed, and prints what
 * members would see. `--local` lets them read from this machine.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const [command = '', name, ...rest] = args.filter((arg) => arg !== '--local');
  const run = COMMANDS.get(command);
  if (run === undefined || name === undefined || rest.length > 0) throw new RefusedError(USAGE);
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  process.stdout.write(`${await run(env, name, { isLocal: args.includes('--local') })}\n`);
}

runCli(main);
