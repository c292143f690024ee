import { resolve } from 'node:path';
import { RefusedError, runCli } from './cli.ts';
import { readEnv } from './env.ts';
import { systemClock } from './platform/clock.ts';
import { messageOf } from './platform/database/errors.ts';
import { checkEmail, type Email } from './platform/email/email.ts';
import { createEmailTransport } from './platform/email/transport.ts';

/** `npm run mail-test -- <address>`: sends one e-mail with the configured server, past the queue. */
async function main(): Promise<void> {
  const [to, ...rest] = process.argv.slice(2);
  if (to === undefined || rest.length > 0) {
    throw new RefusedError('Usage: npm run mail-test -- <address>');
  }
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  if (env.SMTP_URL === undefined) {
    throw new RefusedError('SMTP_URL is not set, so e-mails become files in DATA_DIR/outbox.');
  }
  const email: Email = {
    to,
    subject: '[이메일 점검] 이메일 서버가 연결되었습니다',
    text: `이 이메일이 보이면 인증 코드도 이 주소로 전달됩니다.\n\n${env.PUBLIC_URL}\n`,
  };
  const { hostname } = new URL(env.SMTP_URL);
  try {
    checkEmail(email);
  } catch {
    throw new RefusedError(`${to} is not an e-mail address`);
  }
  try {
    await createEmailTransport(env, systemClock).transport.send(email);
  } catch (error) {
    throw new RefusedError(`${hostname} did not take the e-mail: ${messageOf(error)}`);
  }
  process.stdout.write(`${hostname} took the e-mail from ${env.MAIL_FROM} to ${to}.\n`);
}

runCli(main);
