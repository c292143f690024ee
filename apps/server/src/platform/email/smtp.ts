import { createTransport, type NodemailerError } from 'nodemailer';
import { type EmailTransport, messageOf, RecipientRefusedError } from './email.ts';

const CONNECT_MS = 5_000;
const SILENCE_MS = 8_000;
/** Limits the whole delivery, however slowly the server responds. */
const DELIVERY_MS = 10_000;
/** Mailbox unavailable, elsewhere, full, wrong. */
const REFUSALS = [550, 551, 552, 553];
/** RFC 3463: of the mailbox; others with the same code are of the sender or a policy (5.1.8, 5.7.1). */
const OF_MAILBOX = /^5\.(?:1\.(?:[1-46]|10)|2\.\d+)$/;

interface Options {
  /** SMTP_URL (`smtp:` or `smtps:`) with user and password. */
  url: string;
  from: string;
  /** Milliseconds for one delivery. */
  deadline?: number;
}

/** Delivers through SMTP with one connection per e-mail and a deadline of 10 seconds. */
export function createSmtpTransport({
  url,
  from,
  deadline = DELIVERY_MS,
}: Options): EmailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send(email) {
      const { headers, ...message } = messageOf(email, from);
      try {
        await smtp.sendMail({
          ...message,
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(deadline),
        });
      } catch (error) {
        throw findRefusal(error) ?? error;
      }
    },
  };
}

/** Null unless the server refuses the mailbox for good; one that gives no reason is believed. */
function findRefusal(error: unknown): RecipientRefusedError | null {
  if (!(error instanceof Error)) return null;
  const { command, responseCode = 0, response = '' }: NodemailerError = error;
  if (command !== 'RCPT TO' || !REFUSALS.includes(responseCode)) return null;
  const status = /^\d{3}[ -](\d\.\d+\.\d+)\b/.exec(response)?.[1];
  if (status !== undefined && !OF_MAILBOX.test(status)) return null;
  return new RecipientRefusedError(error.message, { cause: error });
}
