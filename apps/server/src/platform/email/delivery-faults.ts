import type { NodemailerError } from 'nodemailer';
import { DeliveryError, type DeliveryFault } from './email.ts';

/**
 * RFC 3463, of the mailbox: there is none, it is full or disabled; and what Exchange says of an address that its
 * directory does not have (5.4.1) or that takes e-mails of its own people only (5.7.x). Others with the same reply
 * are of the sender or a policy, such as 5.1.8 and 5.7.1.
 */
const REFUSED = /^5\.(?:1\.(?:[1-46]|10)|2\.\d+|4\.1|7\.(?:124|129|13[346]))$/;
const MAILBOX = /^4\.(?:1\.[1-46]|2\.\d+)$/;
/** The disk, the load or the network of the mail server. */
const SERVER = /^[45]\.(?:3\.[0125]|4\.[0235])$/;
/** What servers write that give no status, or one that says nothing (Hotmail 5.5.0, sendmail 5.3.0). */
const VAGUE = /^5\.(?:0\.0|3\.0|5\.0)$/;
const WORDS_OF_MAILBOX =
  /\b(?:no such (?:user|mailbox|recipient|person)|unknown (?:user|recipient|mailbox)|(?:user|mailbox|recipient)\b.{0,60}\b(?:unknown|not found|unavailable|disabled|full|does(?: not|n't) (?:exist|have))|over quota|not a valid recipient)/is;
const WORDS_OF_SENDER = /sender|relay|spam|policy|block|reputation|\bSPF\b|DMARC|DKIM|authenticat/i;
/** Replies of RFC 5321 to a recipient: mailbox unavailable, elsewhere, full, wrong; a domain without e-mail (RFC 7504). */
const REFUSAL_CODES = [550, 551, 552, 553, 556];
const BUSY = 450;
const CLOSING = 421;

/** What nodemailer throws as an error that says whose fault it is. */
export function asDeliveryError(error: unknown): DeliveryError {
  const known: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const { message, code, originalCode = code, responseCode, response = '', command = '' } = known;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reply =
    responseCode === undefined ? (originalCode ?? 'ERROR') : codes(responseCode, status);
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA';
  const fault =
    responseCode === undefined || !isOfRecipient
      ? 'server'
      : faultOf({ code: responseCode, status, text: response, isRecipient: command === 'RCPT TO' });
  return new DeliveryError(message, { fault, reply, cause: error });
}

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

/** A refusal of the address without a reason is believed, one of the e-mail is not. */
function faultOfWords({ code, status, text, isRecipient }: Reply): DeliveryFault {
  if (WORDS_OF_SENDER.test(text)) return 'unclear';
  const isOfMailbox = WORDS_OF_MAILBOX.test(text);
  if (code < 500) return isOfMailbox || (isRecipient && code === BUSY) ? 'mailbox' : 'unclear';
  const isPlain = isRecipient && status === undefined && REFUSAL_CODES.includes(code);
  return isOfMailbox || isPlain ? 'refused' : 'unclear';
}
