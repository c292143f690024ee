import { join } from 'node:path';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Clock } from '../clock.ts';
import {
  DeliveryError,
  type DeliveryFault,
  type EmailTransport,
  maskEmail,
  messageOf,
} from './email.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/**
 * Status codes (RFC 3463) with which a mailbox refuses for good: it does not exist, has moved or is disabled;
 * Exchange does not have it in its directory (5.4.1), or accepts e-mails of its own people only (5.7.x); or the
 * server takes no address in Hangul (5.6.7). Other codes are about the sender or a policy, such as 5.1.8 and 5.7.1.
 */
const REFUSED = /^5\.(?:1\.(?:[1-46]|10)|2\.(?!2$)\d+|4\.1|6\.7|7\.(?:124|129|13[346]))$/;
/** Refusals for now. A full mailbox may have room again, even after the permanent code 5.2.2. */
const MAILBOX = /^(?:4\.(?:1\.[1-46]|2\.\d+)|5\.2\.2)$/;
/** The disk, the load or the network of the mail server. */
const SERVER = /^[45]\.(?:3\.[0125]|4\.[0235])$/;
/** Codes that say nothing, treated like a reply without a code (Hotmail 5.5.0, sendmail 5.3.0). */
const VAGUE = /^5\.(?:0\.0|3\.0|5\.0)$/;
const WORDS_OF_MAILBOX = [
  /\b(?:no such|unknown|invalid|non-?existent) (?:local )?(?:user|mailbox|recipient|person|address|account)/i,
  /\b(?:user|mailbox|recipient|address|account)\b.{0,60}\b(?:unknown|not (?:found|known|listed)|unavailable|disabled|inactive|full|does(?: not|n't) (?:exist|have))/is,
  /\b(?:no mailbox|over quota|not a valid (?:recipient|mailbox|user)|unrout(?:e?able) address)/i,
];
/**
 * A reply with these words is about the sender, even if it also says "mailbox unavailable", the standard text of
 * 550.
 */
const WORDS_OF_SENDER =
  /sender|relay|spam|policy|block|black|reputation|reverse|rejected by|access|denied|authenticat|client|\b(?:your|SPF|DMARC|DKIM|R?DNS|PTR|HELO|EHLO|RBL|IP)\b/i;
/**
 * Reply codes that are about the recipient whatever the text says (RFC 5321, RFC 7504): it has moved, or its domain
 * takes no e-mail.
 */
const ELSEWHERE = [551, 556];
const BUSY = 450;
const CLOSING = 421;
/** Of a reply: judged and logged. */
const TEXT_MAX = 500;

/** Turns an error of nodemailer into a DeliveryError, which says whose fault it is. */
export function asDeliveryError(error: unknown): DeliveryError {
  const known: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const { code, originalCode = code, responseCode, command = '' } = known;
  const [message, response] = [plain(known.message), plain(known.response ?? '')];
  const status = statusIn(response);
  const reply =
    responseCode === undefined ? (originalCode ?? 'ERROR') : codes(responseCode, status);
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA';
  const fault =
    responseCode === undefined || !isOfRecipient
      ? 'server'
      : faultOf({ code: responseCode, status, text: response, isRecipient: command === 'RCPT TO' });
  return new DeliveryError(message, { fault, reply });
}

/** Shortens and masks the reply, because a mail server may write anything and the log names no address. */
const plain = (text: string) =>
  text.slice(0, TEXT_MAX).replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, maskEmail);

/** The status after the code, or at the end as qmail writes it: `(#5.1.1)`. */
const statusIn = (response: string) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ??
  /\(#(\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];

const codes = (code: number, status: string | undefined) =>
  status === undefined ? String(code) : `${code} ${status}`;

interface Reply {
  code: number;
  status: string | undefined;
  text: string;
  /** To the address rather than to the whole e-mail. */
  isRecipient: boolean;
}

function faultOf(reply: Reply): DeliveryFault {
  const { code, status } = reply;
  if (code === CLOSING) return 'server';
  if (status === undefined || VAGUE.test(status)) return faultOfWords(reply);
  if (REFUSED.test(status)) return 'refused';
  if (MAILBOX.test(status)) return 'mailbox';
  return SERVER.test(status) ? 'server' : 'unclear';
}

/** Blames the mailbox only if the text is about it, or a code that can mean nothing else. */
function faultOfWords({ code, text, isRecipient }: Reply): DeliveryFault {
  if (WORDS_OF_SENDER.test(text)) return 'unclear';
  const isOfMailbox = WORDS_OF_MAILBOX.some((words) => words.test(text));
  if (code < 500) return isOfMailbox || (isRecipient && code === BUSY) ? 'mailbox' : 'unclear';
  return isOfMailbox || (isRecipient && ELSEWHERE.includes(code)) ? 'refused' : 'unclear';
}

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

const connectTo = (url: string) =>
  createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });

/** Connects and logs in without sending. Throws DeliveryError like `send`. */
export async function tryMailServer(url: string): Promise<void> {
  const smtp = connectTo(url);
  try {
    await smtp.verify();
  } catch (error) {
    throw asDeliveryError(error);
  } finally {
    smtp.close();
  }
}

/** Delivers through SMTP with one connection per e-mail and a deadline of 10 seconds. */
export function createSmtpTransport({
  url,
  from,
  deadline = DELIVERY_MS,
}: Options): EmailTransport {
  const smtp = connectTo(url);
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
