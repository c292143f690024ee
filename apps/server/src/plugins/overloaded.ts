import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorBody } from '@naru/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Admission, LineName } from '../platform/admission/admission.ts';
import { overloads, refusals } from '../platform/metrics/counters.ts';

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

/** Sends the refusal of an overloaded server past all hooks: it must cost next to nothing. */
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

/** Returns a function that counts a refusal of a line; one line of the log stands for many. */
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
