import type { Mail, MailTransport } from './mail.ts';

export interface OutboxMail extends Mail {
  /** ISO 8601 with the Korean offset. */
  date: string;
}

/** Mails as `.eml` files in a folder, for installations without SMTP (decisions 9). */
export interface Outbox extends MailTransport {
  /** Newest first, at most 200. */
  list(): Promise<OutboxMail[]>;
}
