import { resolve } from 'node:path';
import { RefusedError, runCli } from './cli.ts';
import { readEnv } from './env.ts';
import { sendTestEmail } from './mail-test.ts';

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
