import type { EmailKind } from '@naru/contract/emails';
import { AppError } from '../errors.ts';

/** An e-mail to one recipient, ready to send; most are plain text only. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  /** `text` as HTML. */
  html?: string | null;
  /** An address of this site where a POST stops e-mails of this kind (RFC 8058). */
  unsubscribeUrl?: string | null;
}

export interface Email extends Message {
  /**
   * Null for e-mails that are not logged, because a log entry would identify an anonymous author or somebody
   * who has left.
   */
  kind: EmailKind | null;
}

/** The fields of an e-mail for nodemailer. */
export function messageOf(email: Message, from: string) {
  return {
    from,
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    ...(email.html && { html: email.html }),
    ...(email.unsubscribeUrl && { headers: unsubscribeHeaders(email.unsubscribeUrl) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** nodemailer adds the other headers. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Why an e-mail was not accepted. `refused`: the mailbox rejects it for good; `mailbox`: it rejects it for
 * now, for example because it is full; `server`: the server accepts nothing; `unclear`: the reply may concern
 * this e-mail or all of them.
 */
export type DeliveryFault = 'refused' | 'mailbox' | 'unclear' | 'server';

/** The mail server did not take an e-mail. */
export class DeliveryError extends Error {
  readonly fault: DeliveryFault;
  /** Short and without the address: `550 5.1.1`, or `ECONNREFUSED` where no server replied. */
  readonly reply: string;

  constructor(message: string, options: { fault: DeliveryFault; reply: string }) {
    super(message);
    this.fault = options.fault;
    this.reply = options.reply;
  }
}

/** Hands an e-mail to SMTP or the outbox folder. Throws DeliveryError when a mail server does not take it. */
export interface EmailTransport {
  /** A `key` makes the Message-ID, by which mailboxes recognise an e-mail that arrives twice. */
  send(email: Message, key?: string): Promise<void>;
}

/** One address without a display name, quotes, lists or characters that could end a header. */
const ADDRESS = /^[^\s@<>,;:"'`\\()[\]\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,190}$/u;
const CONTROL = /\p{Cc}/u;

/** Throws VALIDATION_FAILED for an address or subject that could inject a header. */
export function checkEmail({ to, subject }: Message): void {
  if (!ADDRESS.test(to) || CONTROL.test(subject)) throw new AppError('VALIDATION_FAILED');
}

/** Whether the address is of one of the domains; `whenEmpty` is the result without domains. */
export function hasDomain(email: string, domains: readonly string[], whenEmpty: boolean): boolean {
  if (domains.length === 0) return whenEmpty;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** `h****@example.ac.kr`: the constant number of stars does not reveal the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
}
