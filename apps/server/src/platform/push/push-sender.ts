import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import webpush, { type PushSubscription, type RequestDetails, type Urgency } from 'web-push';
import { lookupPublic } from '../network/public-addresses.ts';

/** The services of Chrome and most others, Firefox, Safari and Edge. */
export const KNOWN_SERVICES =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const NAME = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/;
/** Services of tests, at any port; no browser has one. */
const LOOPBACK = 'http://127.0.0.1';

/** Whether it is a host, `*.` with a domain, or means the services of tests on this machine. */
export function isService(entry: string): boolean {
  return NAME.test(entry) || entry === LOOPBACK;
}

type PushServices = ReturnType<typeof createPushServices>;

/** The services to which the server sends; `entries` as in `isService`. */
export function createPushServices(entries: readonly string[]) {
  const isTest = entries.includes(LOOPBACK);
  return {
    isOff: entries.length === 0,
    /** Whether a browser may have been given this address by one of them. */
    allows(endpoint: string): boolean {
      if (!URL.canParse(endpoint)) return false;
      const { protocol, hostname, port, username, password } = new URL(endpoint);
      if (username !== '' || password !== '') return false;
      if (isTest && `${protocol}//${hostname}` === LOOPBACK) return true;
      return protocol === 'https:' && port === '' && entries.some((one) => isOf(hostname, one));
    },
  };
}

function isOf(hostname: string, entry: string): boolean {
  return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry;
}

/** Limits the whole exchange, however slowly the service responds. */
const DELIVERY_MS = 10_000;
const SOCKETS_PER_SERVICE = 10;

/** The server's key pair of P-256 as Base64 for URLs (RFC 8292): browsers subscribe with the public one. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface Push {
  /** At most 3,992 bytes, which every service takes. */
  content: string;
  urgency: Urgency;
  /** Replaces an undelivered message of the same topic: at most 32 characters of Base64 for URLs. */
  topic: string;
  /** Seconds for which the service stores the message for a device that is offline. */
  ttl: number;
}

/**
 * `gone`: the browser accepts no more messages; `refused`: this message will never be accepted; `later`: it may be
 * accepted later, after `seconds` if the service sent them.
 */
export type PushResult =
  | { result: 'sent' }
  | { result: 'gone' }
  | { result: 'refused'; reason: string }
  | { result: 'later'; reason: string; seconds: number | null };

interface Deps {
  services: PushServices;
  /** Contact of the operator for the services (RFC 8292): `mailto:` and an address. */
  contact: string;
  keys: () => Promise<VapidKeys>;
  now: () => Date;
  /** Milliseconds for one message. */
  deadline?: number;
}

export type PushSender = ReturnType<typeof createPushSender>;

/** Sends messages to push services, encrypted for the browser (RFC 8291). */
export function createPushSender({ services, contact, keys, now, deadline = DELIVERY_MS }: Deps) {
  const options = {
    keepAlive: true,
    maxSockets: SOCKETS_PER_SERVICE,
    lookup: lookupPublic(),
  };
  const agents = { 'https:': new Agent(options), 'http:': new HttpAgent(options) };

  /** Resolves to the status and Retry-After of the response; ignores its body. */
  function exchange(url: URL, { method, headers, body }: Details): Promise<Response> {
    const isTls = url.protocol === 'https:';
    const signal = AbortSignal.timeout(deadline);
    const details: RequestOptions = { method, headers, signal };
    const agent = agents[isTls ? 'https:' : 'http:'];
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(
        url,
        { ...details, agent },
        (response) => {
          response.resume().once('error', () => undefined);
          const { statusCode: status = 0, headers } = response;
          resolve({ status, retryAfter: headers['retry-after'] });
        },
      );
      request.once('error', reject);
      // If the push service switches protocols, Node closes the connection without an error and without a response.
      request.once('close', () => reject(new Error('closed without a response')));
      request.end(body);
    });
  }

  return {
    async send(subscription: PushSubscription, push: Push): Promise<PushResult> {
      if (!services.allows(subscription.endpoint)) return { result: 'gone' };
      const vapidDetails = { subject: contact, ...(await keys()) };
      let request: RequestDetails;
      try {
        request = prepare(subscription, push, vapidDetails);
      } catch (error) {
        return { result: 'refused', reason: reasonOf(error) };
      }
      try {
        const { endpoint, ...details } = request;
        return resultOf(await exchange(new URL(endpoint), details), now());
      } catch (error) {
        return { result: 'later', reason: reasonOf(error), seconds: null };
      }
    },
  };
}

/** Encrypts and signs a message. Throws for an invalid address or keys. */
function prepare(
  subscription: PushSubscription,
  { content, urgency, topic, ttl }: Push,
  vapidDetails: VapidKeys & { subject: string },
): RequestDetails {
  return webpush.generateRequestDetails(subscription, content, {
    vapidDetails,
    contentEncoding: 'aes128gcm',
    TTL: ttl,
    urgency,
    topic,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Details {
  method: string;
  headers: Record<string, string | number>;
  body: Buffer | null;
}

interface Response {
  status: number;
  retryAfter: string | undefined;
}

function resultOf({ status, retryAfter }: Response, now: Date): PushResult {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  const reason = `status ${status}`;
  if (status === 429 || status >= 500) {
    return { result: 'later', reason, seconds: secondsUntil(retryAfter, now) };
  }
  return { result: 'refused', reason };
}

/** Retry-After is a number of seconds or a date (RFC 9110); null for anything else. */
function secondsUntil(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const seconds = Math.ceil((Date.parse(value) - now.getTime()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
