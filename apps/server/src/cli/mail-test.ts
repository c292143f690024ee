import { resolve } from 'node:path';
import { readEnv } from '../config/env.ts';
import { RefusedError, runCli } from './command-line.ts';
import { sendTestEmail } from './test-email.ts';

/** `npm run mail-test -- <address>`: sends one e-mail with the configured server. */
async function main(): Promise<void> {
  const [to, ...rest] = process.argv.slice(2);
  if (to === undefined || rest.length > 0) {
    throw new RefusedError('Usage: npm run mail-test -- <address>');
  }
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  process.stdout.write(`${await sendTestEmail(env, to)}\n`);
}

runCli(main);
