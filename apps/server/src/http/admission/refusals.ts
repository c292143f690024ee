import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import type { ErrorBody } from '@naru/contract/error-body';
import { ERRORS } from '@naru/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { overloads, refusals } from '../../platform/metrics/counters.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import { addressKey } from '../rate-limit.ts';
import { bearerToken } from '../session.ts';
import type { Admission, LineName } from './loads.ts';
import type { Subject } from './places.ts';

export const OVERLOADED = 'OVERLOADED';
const { status, message } = ERRORS[OVERLOADED];
const WARN_MS = 10_000;

interface Refusal {
  /** Beside those of every refusal. */
  headers: OutgoingHttpHeaders;
  requestId: string;
  /** Seconds. */
  retryAfter: number;
}

/** Sends the refusal of an overloaded server without any hook: it must cost next to nothing. */
export function sendOverloaded(
  response: ServerResponse,
  { headers, requestId, retryAfter }: Refusal,
): void {
  refusals.inc({ code: OVERLOADED });
  const body: ErrorBody = { error: OVERLOADED, message, requestId };
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
    })
    .end(text);
}

/** Returns a function that counts a refusal of a line; one log entry stands for many. */
export function createOverloadNotes(admission: Admission, log: Pick<FastifyBaseLogger, 'warn'>) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (line: LineName): void => {
    overloads.inc({ load: line });
    const time = performance.now();
    if (time - warnedAt <= WARN_MS) return;
    warnedAt = time;
    log.warn({ load: line, ...admission[line].count() }, 'requests are refused: too many');
  };
}

/** A network without a token may stand for the guests and sign-ins of a whole campus. */
const NETWORK_WEIGHT = 4;

interface Options {
  /** The member of a genuine access token, even an expired one; null for any other text. */
  memberOf: (token: string) => number | null;
  /** Proxies whose word about the client's address counts. */
  proxies: readonly string[];
}

export type Subjects = ReturnType<typeof createSubjects>;

/** Finds whose request it is, for the lines of admission, before anything else is done for it. */
export function createSubjects({ memberOf, proxies }: Options) {
  const isTrusted = compile([...proxies]);

  function memberIdOf(request: IncomingMessage): number | null {
    const token = bearerToken(request);
    return token === null ? null : memberOf(token);
  }

  return {
    memberIdOf,
    subjectOf(request: IncomingMessage): Subject {
      const memberId = memberIdOf(request);
      if (memberId !== null) return { key: memberId, weight: 1 };
      // By network: whoever has thousands of addresses could put one request of each into the line.
      const network = wideNetworkOf(addressKey(proxyAddr(request, isTrusted)));
      return { key: network, weight: NETWORK_WEIGHT };
    },
  };
}
