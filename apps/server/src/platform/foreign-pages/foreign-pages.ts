import type { lookup as lookupName } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookupPublic, PrivateAddressError } from '../network/public-addresses.ts';
import { connectionFault } from './connection-faults.ts';
import { privateAddress, readBody, requireAllowed } from './foreign-body.ts';
import { type ForeignPage, ForeignPageError, type ForeignPageState } from './foreign-page.ts';

/** Deadline of the whole exchange with all redirects. */
const DEADLINE_MS = 10_000;
const MAX_BYTES = 10_485_760;
const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What can be sent back as a header. */
const SENDABLE = /^[\x20-\x7e]{1,500}$/;
/** Of zlib: the body is not what its header says. */
const BROKEN_BODY = /^(?:Z_|ERR_(?:BUFFER|ZLIB))/;

export interface FetchOptions {
  /** State of the last fetch, so that an unchanged page is not sent again. */
  state?: ForeignPageState | null;
  /** Names of hosts to which the address and its redirects may lead. */
  hosts: readonly string[];
  /** Bytes of the body, also when decompressed. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
}

/** Throws ForeignPageError. */
export type FetchForeignPage = (
  url: string,
  options: FetchOptions,
) => Promise<ForeignPage | { status: 304 }>;

interface Settings {
  /** Address of this site, which requests name. */
  siteUrl: string;
  /** Origins of this machine that may be read although they are private, such as the demo's own. */
  localOrigins?: readonly string[];
  /** For tests. */
  deadline?: number;
  ports?: readonly number[];
  resolve?: typeof lookupName;
}

/**
 * Reads pages of other sites: http and https, listed hosts at public addresses, ten seconds, 10 MB, at
 * most three redirects. The address that was checked is the one of the connection.
 */
export function createForeignPages(settings: Settings): FetchForeignPage {
  const { siteUrl, localOrigins = [], ports = [80, 443], resolve } = settings;
  const { deadline = DEADLINE_MS } = settings;
  const userAgent = `Naru (+${new URL(siteUrl).href})`;
  const lookup = lookupPublic(resolve);

  function open(
    url: URL,
    { state, signal }: { state: ForeignPageState | null; signal: AbortSignal },
  ) {
    const isTls = url.protocol === 'https:';
    const details: RequestOptions = {
      headers: { 'user-agent': userAgent, accept: '*/*', ...conditions(state) },
      signal,
      // No connection is reused, so that none outlives its check.
      agent: false,
      ...(!localOrigins.includes(url.origin) && { lookup }),
    };
    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, details, resolve);
      // Every error needs a listener, even after the response.
      request.on('error', reject);
      // If the server switches protocols, Node closes the connection without an error and without a response.
      request.on('close', () => reject(new Error('closed without a response')));
      request.end();
    });
  }

  async function follow(address: string, options: FetchOptions, signal: AbortSignal) {
    const { hosts, state = null, maxBytes = MAX_BYTES } = options;
    const rules = { hosts, ports, localOrigins };
    let url = requireAllowed(address, rules);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await open(url, { state, signal });
      // The reader of the body gets its errors; those of an unread body are ignored.
      response.on('error', () => undefined);
      if (response.statusCode === 200) {
        return toPage(response, url, await readBody(response, { maxBytes, signal }));
      }
      response.destroy();
      if (response.statusCode === 304 && hasCondition(state)) return { status: 304 as const };
      url = requireAllowed(locationOf(response, url), rules);
    }
    throw new ForeignPageError('HTTP_STATUS', `${REDIRECTS_MAX}번 넘게 다른 주소로 보냅니다.`);
  }

  return async (address, options) => {
    const timeout = AbortSignal.timeout(deadline);
    const { signal = timeout } = options;
    try {
      return await follow(address, options, AbortSignal.any([timeout, signal]));
    } catch (error) {
      if (error instanceof ForeignPageError) throw error;
      if (options.signal?.aborted) {
        throw new ForeignPageError('ABORTED', '중단되었습니다.', { cause: error });
      }
      if (timeout.aborted) {
        const text = `${deadline / 1000}초 안에 응답을 다 받지 못했습니다.`;
        throw new ForeignPageError('TIMEOUT', text, { cause: error });
      }
      throw toError(error);
    }
  };
}

function conditions(state: ForeignPageState | null): Record<string, string> {
  return {
    'accept-encoding': 'gzip',
    ...(state?.etag != null && { 'if-none-match': state.etag }),
    ...(state?.lastModified != null && { 'if-modified-since': state.lastModified }),
  };
}

function hasCondition(state: ForeignPageState | null): boolean {
  return state !== null && (state.etag !== null || state.lastModified !== null);
}

function toPage({ headers }: IncomingMessage, url: URL, body: Buffer): ForeignPage {
  const state = { etag: sendable(headers.etag), lastModified: sendable(headers['last-modified']) };
  return {
    status: 200,
    body,
    contentType: headers['content-type'] ?? null,
    disposition: headers['content-disposition'],
    state,
    url: url.href,
  };
}

function sendable(value: string | undefined): string | null {
  return value !== undefined && SENDABLE.test(value) ? value : null;
}

/** Where a redirect leads, or an empty text. Throws HTTP_STATUS for any other response. */
function locationOf({ statusCode = 0, headers }: IncomingMessage, url: URL): string {
  const { location } = headers;
  if (!REDIRECTS.has(statusCode) || location === undefined) {
    throw new ForeignPageError('HTTP_STATUS', `서버가 ${statusCode} 상태로 응답했습니다.`, {
      status: statusCode,
    });
  }
  return URL.canParse(location, url) ? new URL(location, url).href : '';
}

function toError(error: unknown): ForeignPageError {
  if (error instanceof PrivateAddressError) return privateAddress(error.hostname, error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (BROKEN_BODY.test(code)) {
    return new ForeignPageError('NOT_READABLE', '압축이 깨진 응답입니다.', { cause: error });
  }
  return new ForeignPageError('UNREACHABLE', connectionFault(error), { cause: error });
}
