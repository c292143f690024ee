import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { StorageError } from '../storage.ts';
import { S3Refusal } from './s3-errors.ts';
import { createS3Signing, type S3Call, type S3Settings } from './s3-signing.ts';

export interface S3Limits {
  /** Longest silence of the store until it responds, in milliseconds. */
  silenceMs: number;
  /** Longest pause in the data of a response; a reader on a slow line causes pauses, too. */
  pauseMs: number;
  /** Objects that are read at once: each slow reader occupies a connection. */
  readers: number;
}

export const S3_LIMITS: S3Limits = { silenceMs: 2_500, pauseMs: 60_000, readers: 1_024 };

/** At least a megabyte a second goes to the store. */
const SENT_BYTES_PER_MS = 1_000;
const RETRY_MS = 100;
/** Of everything else, which readers must not hold up. */
const CONNECTIONS_MAX = 128;
/** Longest text that is read into memory: a page of a listing has about half of it. */
const TEXT_BYTES_MAX = 1_048_576;

export interface S3Body {
  /** Bytes. */
  size: number;
  open: () => Buffer | Readable;
  /** False if it can be read only once, so that a failed call is not repeated. */
  isRepeatable: boolean;
}

interface ClientOptions {
  settings: S3Settings;
  clock: Clock;
  limits: S3Limits;
  /** Called when a call fails for a reason that affects other calls, too. */
  onFailure: () => void;
}

export type S3Client = ReturnType<typeof createS3Client>;

/**
 * Calls a bucket: each call has a time limit, within which it is repeated once if it failed at once or the store
 * was busy. Throws StorageError.
 */
export function createS3Client({ settings, clock, limits, onFailure }: ClientOptions) {
  const signing = createS3Signing(settings, clock);
  const isSecure = settings.endpoint.startsWith('https:');
  const open = isSecure ? requestHttps : requestHttp;
  const Agent = isSecure ? HttpsAgent : HttpAgent;
  const readers = new Agent({ keepAlive: true, maxSockets: limits.readers });
  const others = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });

  /** Resolves when the headers of the response have arrived; the caller handles its body. */
  async function exchange(call: S3Call, body: S3Body | null, ms: number): Promise<IncomingMessage> {
    const headers = { ...call.headers, ...(body && { 'content-length': String(body.size) }) };
    const signed = await signing.sign({ ...call, headers });
    return new Promise((resolve, reject) => {
      const request = open(signed.url, {
        method: call.method,
        headers: signed.headers,
        agent: call.method === 'GET' && call.name !== '' ? readers : others,
        timeout: limits.silenceMs,
      });
      const late = () => request.destroy(new Error('the store does not respond'));
      const timer = setTimeout(late, ms);
      request.on('timeout', late);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      request.on('error', fail);
      // If the store switches protocols, Node closes the connection without an error and without a response.
      request.on('close', () => fail(new Error('closed without a response')));
      request.on('response', (response) => {
        clearTimeout(timer);
        request.setTimeout(limits.pauseMs);
        resolve(response);
      });
      const content = body?.open();
      if (content === undefined || Buffer.isBuffer(content)) request.end(content);
      else {
        pipeline(content, request).catch((error: unknown) => {
          request.destroy(error instanceof Error ? error : new Error('the body failed'));
        });
      }
    });
  }

  /** The response of the store, or what went wrong and whether a second try may help. */
  async function attempt(call: S3Call, body: S3Body | null, ms: number) {
    try {
      const response = await exchange(call, body, ms);
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return { response };
      const refusal = new S3Refusal(statusCode, await readText(response).catch(() => ''));
      return { error: refusal, mayPass: statusCode >= 500 || statusCode === 429 };
    } catch (error) {
      // The store closed an idle connection.
      return { error, mayPass: (error as NodeJS.ErrnoException).code === 'ECONNRESET' };
    }
  }

  async function send(call: S3Call, body: S3Body | null = null): Promise<IncomingMessage> {
    const { response, error } = await tryTwice(call, body);
    if (response !== undefined) return response;
    if (!isMissing(error)) onFailure();
    throw new StorageError(error);
  }

  async function tryTwice(call: S3Call, body: S3Body | null) {
    const startedAt = performance.now();
    const ms = limits.silenceMs + (body?.size ?? 0) / SENT_BYTES_PER_MS;
    const first = await attempt(call, body, ms);
    if (first.response !== undefined) return first;
    const left = ms - RETRY_MS - (performance.now() - startedAt);
    const isRepeatable = body === null || body.isRepeatable;
    if (!(first.mayPass && isRepeatable && left > 0)) return first;
    await delay(RETRY_MS);
    return attempt(call, body, left);
  }

  return {
    signing,
    send,

    /** The same; null for an object that does not exist. */
    async find(call: S3Call): Promise<IncomingMessage | null> {
      return send(call).catch((error: unknown) => {
        if (error instanceof StorageError && isMissing(error.cause)) return null;
        throw error;
      });
    },

    /** Reads a response of at most a megabyte. */
    async text(call: S3Call): Promise<string> {
      const response = await send(call);
      return readText(response).catch((error: unknown) => {
        throw new StorageError(error);
      });
    },

    /** Runs a call whose response has no content. */
    async run(call: S3Call, body: S3Body | null = null): Promise<void> {
      (await send(call, body)).resume();
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404 && error.code !== 'NoSuchBucket';
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > TEXT_BYTES_MAX) throw new Error('the store sent more than a megabyte of text');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
