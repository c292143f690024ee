import { isIP } from 'node:net';
import { ATTACHMENT_ENDINGS, type AttachmentEnding } from '@naru/contract/attachments';
import * as z from 'zod/mini';
import { isRange } from '../platform/campus-networks.ts';
import { isService } from '../platform/push/push-sender.ts';
import { RATE_NAMES, type RateSettings } from '../platform/rates.ts';

/** Minimum of different characters; sixteen random bytes in hexadecimal have fewer only once in a million cases. */
const DISTINCT_MIN = 8;
const PLACEHOLDER =
  /change.?(?:me|this)|replace.?(?:me|this)|placeholder|example|default|password|(?:your|super|my).?secret|secret.?key|0123456789|1234567890|abcdefghij|qwertyuiop/i;
/** What a member may upload in a day. */
export const ATTACHMENT_MB_MAX = 500;
export const WORKERS_MAX = 16;

const list = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => entry !== ''),
  ),
);
export const checked = (isValid: (value: string) => boolean, error: string) =>
  z.string().check(z.refine(isValid, { error }));
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `is none of ${values.join(', ')}` });
/** E-mail domains, with or without the @ in front. */
export const domains = z.pipe(
  checked((value) => readDomains(value).every(isDomain), 'is not a list like g.example.ac.kr'),
  z.transform(readDomains),
);
export const address = (protocols: RegExp) =>
  z.optional(checked((value) => isUrl(value, protocols), 'is not an address of the right kind'));
/** An address with a path is refused: it usually means an unencoded `/` or `#` in the password. */
export const mailServer = z.optional(
  checked(
    isMailServer,
    'is not an address like smtps://user:password@mail.example.ac.kr, with special signs of the password percent-encoded (/ is %2F, @ is %40)',
  ),
);
/** An address without a path: objects are addressed below the bucket. */
export const origin = z.optional(
  z.pipe(
    checked(
      (value) => isUrl(value, /^https?:$/) && /^https?:\/\/[^/?#@]+\/?$/i.test(value),
      'is not an address like https://s3.example.ac.kr, without a path',
    ),
    z.transform((value: string) => new URL(value).origin),
  ),
);
/** Exact origins, as browsers send them. */
export const origins = z.pipe(
  checked(
    (value) => z.parse(list, value).every(isOrigin),
    'is not a list of origins like https://app.example.ac.kr, each with its scheme, without a path and without *',
  ),
  list,
);
export const bucket = z.optional(
  checked(
    (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'is not a name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
);
export const word = z.optional(
  checked((value) => /^[\x21-\x7e]{1,256}$/.test(value), 'has spaces or unusual characters'),
);
export const redisAddress = z.optional(
  checked(
    isRedisUrl,
    'is not an address like redis://127.0.0.1:6379 or rediss://user:password@host',
  ),
);
export const secret = z.optional(
  z.string().check(
    z.refine((value) => secretsOf(value).every((part) => part.length >= 32), {
      error: 'needs at least 32 characters (several secrets are parted by commas)',
      abort: true,
    }),
    // Checks only the newest secret: an earlier one is needed until its rotation is complete.
    z.refine((value) => !isGuessable(secretsOf(value)[0] ?? ''), {
      error:
        'is too easy to guess; put a random one first, such as from `openssl rand -base64 48`, and keep the former one after a comma',
    }),
  ),
);
export const port = z.pipe(
  checked((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'is not a port number'),
  z.transform(Number),
);
/** Counts by name, such as `comments=60,write=120`. */
export const rates = z.pipe(
  checked(
    (value) => readPairs(value).every(isRate),
    `is not a list like comments=60,write=120, of numbers from 1 to 999999 and of the names ${RATE_NAMES.join(', ')}`,
  ),
  z.transform(
    (value: string): RateSettings =>
      Object.fromEntries(readPairs(value).map(([name, count]) => [name, Number(count)])),
  ),
);
export const unusedMonths = z.pipe(
  checked(
    (value) => /^\d{1,3}$/.test(value) && (Number(value) === 0 || inMonths(Number(value))),
    'is not 0 or a number of months from 6 to 120',
  ),
  z.transform(Number),
);
export const seconds = z.pipe(
  checked(
    (value) => /^\d{1,2}$/.test(value) && Number(value) <= 60,
    'is not a number from 0 to 60',
  ),
  z.transform(Number),
);
export const networks = z.pipe(
  checked(
    (value) => z.parse(list, value).every(isRange),
    'is not a list of addresses or ranges like 203.0.113.0/24',
  ),
  list,
);
/** Addresses, ranges and the names of ranges that Fastify knows. */
export const proxies = z.pipe(
  checked(
    (value) => z.parse(list, value).every(isProxy),
    'is not a list of addresses or ranges like 127.0.0.1,10.0.0.0/24',
  ),
  list,
);
export const endings = z.pipe(
  checked(
    (value) => readEndings(value).every(isEnding),
    `is not a list of ${ATTACHMENT_ENDINGS.join(',')}`,
  ),
  z.transform((value: string) => readEndings(value).filter(isEnding)),
);
export const megabytes = z.pipe(
  checked(
    (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= ATTACHMENT_MB_MAX,
    `is not a number from 1 to ${ATTACHMENT_MB_MAX}`,
  ),
  z.transform(Number),
);
export const workers = z.pipe(
  checked(
    (value) => /^[1-9]\d?$/.test(value) && Number(value) <= WORKERS_MAX,
    `is not a number from 1 to ${WORKERS_MAX}`,
  ),
  z.transform(Number),
);

/** `off`, or when to back up, in Seoul, and how many backups to keep: `daily 04:00 keep 14`. */
export const backupPlan = z.pipe(
  checked(
    (value) => value === 'off' || readBackupPlan(value) !== null,
    'is neither off nor like "daily 04:00 keep 14" (keep 1 to 35)',
  ),
  z.transform(readBackupPlan),
);
/** `off`, or when to prove the newest backup, in Seoul: `daily 05:30`, or `weekly 05:30` on Sundays. */
export const proofPlan = z.pipe(
  checked(
    (value) => value === 'off' || readProofPlan(value) !== null,
    'is neither off nor like "daily 05:30" or "weekly 05:30"',
  ),
  z.transform(readProofPlan),
);
/** Public keys of age. */
export const recipients = z.pipe(
  checked(
    (value) => z.parse(list, value).every((key) => /^age1[02-9ac-hj-np-z]{20,}$/.test(key)),
    'is not a public key of age like age1…',
  ),
  list,
);

/** Hosts of push services; `off`: none. */
export const services = z.pipe(
  checked(
    (value) => value === 'off' || z.parse(list, value).every(isService),
    'is neither off nor a list of hosts like fcm.googleapis.com,*.push.apple.com',
  ),
  z.transform((value: string) => (value === 'off' ? [] : z.parse(list, value))),
);

/** With or without the dot. */
function readEndings(value: string): string[] {
  return z.parse(list, value).map((entry) => entry.replace(/^\./, ''));
}

function isEnding(value: string): value is AttachmentEnding {
  return ATTACHMENT_ENDINGS.some((ending) => ending === value);
}

function secretsOf(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

/** Whether the text has few different characters, is a repetition, or follows examples or the keyboard. */
function isGuessable(value: string): boolean {
  const isRepeated = Array.from({ length: value.length / 2 }, (_, at) => at + 1).some(
    (length) => value.slice(length) === value.slice(0, -length),
  );
  return isRepeated || new Set(value).size < DISTINCT_MIN || PLACEHOLDER.test(value);
}

interface TimePlan {
  /** In Seoul. */
  hour: number;
  minute: number;
}

export interface ProofPlan extends TimePlan {
  every: 'DAY' | 'WEEK';
}

function readProofPlan(value: string): ProofPlan | null {
  const match = /^(daily|weekly) ([01]\d|2[0-3]):([0-5]\d)$/.exec(value.trim());
  if (match === null) return null;
  const every = match[1] === 'daily' ? 'DAY' : 'WEEK';
  return { every, hour: Number(match[2]), minute: Number(match[3]) };
}

export interface BackupPlan extends TimePlan {
  /** Number of archives to retain. */
  keep: number;
}

function readBackupPlan(value: string): BackupPlan | null {
  const match = /^daily ([01]\d|2[0-3]):([0-5]\d) keep ([1-9]|[12]\d|3[0-5])$/.exec(value.trim());
  if (match === null) return null;
  return { hour: Number(match[1]), minute: Number(match[2]), keep: Number(match[3]) };
}

function readPairs(value: string): string[][] {
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map((entry) => entry.split('='));
}

function isRate([name = '', count = '', ...more]: string[]): boolean {
  return RATE_NAMES.includes(name) && /^[1-9]\d{0,5}$/.test(count) && more.length === 0;
}

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', prefix = '0', ...more] = entry.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || more.length > 0) return false;
  return isIP(prefix) === 4 || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

function readDomains(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace(/^@/, ''));
}

function isDomain(domain: string): boolean {
  return /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(domain);
}

/** An address, alone or as `name <address>`. */
export function isSender(value: string): boolean {
  return /^([^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(value.trim());
}

/** Whether the URL has a host, and no path but the number of a database. */
function isRedisUrl(value: string): boolean {
  if (!isUrl(value, /^rediss?:$/)) return false;
  const { hostname, pathname, search } = new URL(value);
  return hostname !== '' && /^(\/\d{0,4})?$/.test(pathname) && search === '';
}

function isMailServer(value: string): boolean {
  if (!isUrl(value, /^smtps?:$/)) return false;
  const { pathname, hash } = new URL(value);
  return /^\/?$/.test(pathname) && hash === '';
}

function isOrigin(value: string): boolean {
  return !value.includes('*') && isUrl(value, /^https?:$/) && new URL(value).origin === value;
}

function isUrl(value: string, protocols: RegExp): boolean {
  return URL.canParse(value) && protocols.test(new URL(value).protocol);
}

/** Long enough for the warnings of 30 days before the end. */
function inMonths(value: number): boolean {
  return value >= 6 && value <= 120;
}
