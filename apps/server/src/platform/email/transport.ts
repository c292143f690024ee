import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { asDeliveryError } from './delivery-faults.ts';
import { type EmailTransport, messageOf } from './email.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const CONNECT_MS = 5_000;
const SILENCE_MS = 8_000;
/** Limits the whole delivery, however slowly the server responds. */
const DELIVERY_MS = 10_000;

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
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    async send(email, key) {
      const { headers, ...message } = messageOf(email, from);
      try {
        await smtp.sendMail({
          ...message,
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
          ...(key && { messageId: `<${key}@${domain}>` }),
          signal: AbortSignal.timeout(deadline),
        });
      } catch (error) {
        throw asDeliveryError(error);
      }
    },
  };
}

interface EmailParts {
  transport: EmailTransport;
  /** Shown at /dev/outbox: null with SMTP, and null while DEMO is off. */
  outbox: Outbox | null;
}

interface EmailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  DATA_DIR: string;
  DEMO: boolean;
}

/** SMTP when SMTP_URL is set, otherwise files in DATA_DIR/outbox. */
export function createEmailTransport(env: EmailSettings, clock: Clock): EmailParts {
  if (env.SMTP_URL !== undefined) {
    return {
      transport: createSmtpTransport({ url: env.SMTP_URL, from: env.MAIL_FROM }),
      outbox: null,
    };
  }
  const folder = join(env.DATA_DIR, 'outbox');
  const outbox = createOutbox({ folder, from: env.MAIL_FROM, clock });
  return { transport: outbox, outbox: env.DEMO ? outbox : null };
}
