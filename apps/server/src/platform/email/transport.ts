import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { EmailTransport } from './email.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSmtpTransport } from './smtp.ts';

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
