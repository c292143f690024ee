import { resolve } from 'node:path';
import { readEnv } from '../config/env.ts';
import { DeliveryError } from '../platform/email/email.ts';
import { RefusedError, runCli } from './command-line.ts';
import { explainMail } from './proofs/mail.ts';
import { sendTestEmail } from './test-email.ts';

/** `npm run mail-test -- <address>`: sends one e-mail with the configured server. */
async function main(): Promise<void> {
  const [to, ...rest] = process.argv.slice(2);
  if (to === undefined || rest.length > 0) {
    throw new RefusedError('Usage: npm run mail-test -- <address>');
  }
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const host = env.SMTP_URL === undefined ? '' : new URL(env.SMTP_URL).hostname;
  await sendTestEmail(env, to).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    const { todo = '' } = explainMail(error, env);
    throw new RefusedError(`${host} did not take the e-mail: ${error.message}\n${todo}`);
  });
  process.stdout.write(`${host} took the e-mail from ${env.MAIL_FROM} to ${to}.\n`);
}

runCli(main);
