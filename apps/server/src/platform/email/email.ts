import { AppError } from '../errors.ts';

/** One e-mail to one recipient: plain text, for most of them alone. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML. */
  html?: string | null;
  /** An address of this site where a POST stops e-mails of this kind (RFC 8058). */
  unsubscribeUrl?: string | null;
}

/** The fields of an e-mail for nodemailer. */
export function messageOf(email: Email, from: string) {
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

/** Headers of the message; others are added to them. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** There is no such mailbox, so another try is of no use. */
export class RecipientRefusedError extends Error {}

/** Hands an e-mail to SMTP or the outbox folder. Throws when that fails, RecipientRefusedError for good. */
export interface EmailTransport {
  send(email: Email): Promise<void>;
}

/** One address without a display name, quotes, lists or characters that could end a header. */
const ADDRESS = /^[^\s@<>,;:"'`\\()[\]\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,190}$/u;
const CONTROL = /\p{Cc}/u;

/** Throws VALIDATION_FAILED for an address or subject that could inject a header. */
export function checkEmail({ to, subject }: Email): void {
  if (!ADDRESS.test(to) || CONTROL.test(subject)) throw new AppError('VALIDATION_FAILED');
}

/** Whether the address is of one of the domains; `whenEmpty` is the result without domains. */
export function isDomainOf(email: string, domains: readonly string[], whenEmpty: boolean): boolean {
  if (domains.length === 0) return whenEmpty;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** `h****@example.ac.kr`: the constant number of stars does not reveal the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
}
