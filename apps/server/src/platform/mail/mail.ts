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
