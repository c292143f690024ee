import type { Env } from '../config/env.ts';
import { systemClock } from '../platform/clock.ts';
import { checkEmail, type Message } from '../platform/email/email.ts';
import { createEmailTransport } from '../platform/email/transport.ts';
import { RefusedError } from './command-line.ts';

/**
 * Sends one e-mail with the configured server, bypassing the queue. Throws RefusedError without SMTP_URL and for an
 * invalid address, and DeliveryError with the reply of a server that refuses it.
 */
export async function sendTestEmail(env: Env, to: string): Promise<void> {
  if (env.SMTP_URL === undefined) {
    throw new RefusedError('SMTP_URL is not set, so e-mails become files in DATA_DIR/outbox.');
  }
  const email: Message = {
    to,
    subject: '[이메일 점검] 이메일 서버가 연결되었습니다',
    text: `이 이메일이 보이면 인증 코드도 이 주소로 전달됩니다.\n\n${env.PUBLIC_URL}\n`,
  };
  try {
    checkEmail(email);
  } catch {
    throw new RefusedError(`${to} is not an e-mail address`);
  }
  await createEmailTransport(env, systemClock).transport.send(email);
}
