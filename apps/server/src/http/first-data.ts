import { firstCalls, firstPicture, furtherCalls } from '@naru/contract/first-calls';
import { type FirstCall, nameOfCall, PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import { TOTAL_HEADER } from '@naru/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Clock, kstDay } from '../platform/clock.ts';
import type { CookieSpec } from '../platform/cookies.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import type { Admission } from './admission/loads.ts';
import { readCookie } from './cookies.ts';
import { createReadLimit } from './rate-limit.ts';

/** How long a page waits for its data, in milliseconds; it then loads what is missing by itself. */
const PATIENCE_MS = 1_000;
/** What the calls inherit from the request of the page, so that they are judged as if its browser made them. */
const INHERITED = ['host', 'user-agent', 'forwarded', 'via'] as const;
const OF_PROXY = /^x-(?:forwarded|real|original)/;

interface PageMark {
  memberId: number;
  sessionId: string;
  hash: Buffer;
}

export interface PageSessions {
  cookie: CookieSpec;
  /** Null for a forged or expired cookie. */
  readMark(cookie: string): PageMark | null;
  /** An access token of the live session of this browser, for this process alone; null without one. */
  openPage(mark: PageMark, device: string): Promise<string | null>;
}

interface Options {
  sessions: PageSessions;
  admission: Pick<Admission, 'read' | 'file'>;
  clock: Clock;
}

interface Response {
  body: string;
  total: string | undefined;
}
type Responses = Map<string, Response>;

/**
 * What the page of a member shows first: the responses of the very calls that the web app would make, made here
 * with the rights of its session. Null for a guest, and whenever anything fails: the web app then asks by itself.
 */
export function createFirstData(
  app: FastifyInstance,
  { sessions, admission, clock }: Options,
  patienceMs = PATIENCE_MS,
) {
  const countRead = createReadLimit(app);
  let opening = 0;
  return async (request: FastifyRequest): Promise<string | null> => {
    const calls = isOpened(request) ? firstCalls(request.originalUrl, kstDay(clock.now())) : [];
    const mark = sessions.readMark(request.cookies[PAGE_SESSION_COOKIE] ?? '');
    const device = readCookie(request, sessions.cookie);
    if (calls.length === 0 || mark === null || device === null || isBusy()) return null;
    opening += 1;
    try {
      const responses = await respondWithin(calls, request, () => enter(mark, device));
      if (responses.size === 0) return null;
      const picture = firstPicture(request.originalUrl, (name) => parse(responses.get(name)?.body));
      return writePicture(picture) + write(mark.sessionId, responses, clock.now());
    } catch (error) {
      request.log.warn({ err: error }, 'a page comes without its data');
      return null;
    } finally {
      opening -= 1;
    }
  };

  /** Whether calls or files wait for places, or pages have half of those of files. */
  function isBusy(): boolean {
    const { read, file } = admission;
    const isWaiting = [read, file].some((places) => places.count().waiting > 0);
    return isWaiting || opening * 2 >= file.limits.atOnce;
  }

  async function enter(mark: PageMark, device: string): Promise<string | null> {
    return (await countRead(mark.memberId)) ? sessions.openPage(mark, device) : null;
  }

  async function respondWithin(
    calls: FirstCall[],
    request: FastifyRequest,
    getToken: () => Promise<string | null>,
  ): Promise<Responses> {
    const signal = AbortSignal.timeout(patienceMs);
    const ended = endOf(signal);
    const token = await Promise.race([getToken(), ended]);
    return token === null ? new Map() : respondTo(calls, { request, token, signal, ended });
  }

  async function respondTo(calls: FirstCall[], asking: Asking) {
    const responses: Responses = new Map();
    const load = async (some: FirstCall[]) => {
      const loading = some.map((call) => respond(call, asking));
      // In the order of the calls: that of their responses could differ by who wrote what.
      for (const [place, response] of (await Promise.all(loading)).entries()) {
        const call = some[place];
        if (call !== undefined && response !== null) responses.set(nameOfCall(call), response);
      }
    };
    await load(calls);
    const read = (name: string) => parse(responses.get(name)?.body);
    await load(furtherCalls(asking.request.originalUrl, read));
    return responses;
  }

  interface Asking {
    request: FastifyRequest;
    token: string;
    signal: AbortSignal;
    /** Resolves with the signal: an injected call that hangs does not end by it. */
    ended: Promise<null>;
  }

  /** A refusal is left to the web app, which gets it for its own call. */
  async function respond(
    { method, url, body }: FirstCall,
    { request, token, signal, ended }: Asking,
  ): Promise<Response | null> {
    if (signal.aborted) return null;
    const { remoteAddress } = request.raw.socket;
    const injected = app
      .inject({
        ...{ method, url, signal },
        ...(remoteAddress !== undefined && { remoteAddress }),
        ...(body !== undefined && { payload: body }),
        headers: {
          ...inherited(request),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          authorization: `Bearer ${token}`,
        },
      })
      .catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
    const response = await Promise.race([injected, ended]);
    if (response?.statusCode !== 200) return null;
    const total = response.headers[TOTAL_HEADER];
    return { body: response.payload, total: total === undefined ? undefined : String(total) };
  }
}

function endOf(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
}

/** Whether somebody opens the page; nothing is read or counted for one that is fetched in advance. */
function isOpened({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': target, 'sec-purpose': purpose } = headers;
  // `empty`: by the service worker.
  const isPage = target === undefined || target === 'document' || target === 'empty';
  return method === 'GET' && isPage && purpose === undefined;
}

function inherited({ headers }: FastifyRequest): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const isPassed = INHERITED.some((one) => one === name) || OF_PROXY.test(name);
    if (isPassed && value !== undefined) passed[name] = value;
  }
  return passed;
}

function parse(body: string | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(body);
}

function writePicture(picture: ReturnType<typeof firstPicture>): string {
  if (picture === null) return '';
  const { url, media = 'all' } = picture;
  return `<link rel="preload" as="image" href="${escapeHtml(url)}" media="${media}" />`;
}

/** The element with the data: JSON that no browser runs, and that no text can leave. */
function write(session: string, responses: Responses, now: Date): string {
  const calls = [...responses].map(
    ([name, { body, total }]) =>
      `${JSON.stringify(name)}:{"body":${body}${total === undefined ? '' : `,"total":${Number(total)}`}}`,
  );
  const json = `{"session":${JSON.stringify(session)},"at":${JSON.stringify(now.toUTCString())},"calls":{${calls.join(',')}}}`;
  return `<script type="application/json" id="first-data">${json.replaceAll('<', '\\u003c')}</script>`;
}
