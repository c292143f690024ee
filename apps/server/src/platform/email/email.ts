import { AppError } from '../errors.ts';

/** One plain-text mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Takes a mail over to the outside: SMTP, or the outbox folder. Throws when it could not. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

/** One address without a display name, quotes, lists or anything a mail header could end at. */
const ADDRESS = /^[^\s@<>,;:"'`\\()[\]\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,190}$/u;
const CONTROL = /\p{Cc}/u;

/** Throws VALIDATION_FAILED for an address or a subject that could smuggle in a header. */
export function checkMail(mail: Mail): void {
  if (!ADDRESS.test(mail.to) || CONTROL.test(mail.subject)) throw new AppError('VALIDATION_FAILED');
}
