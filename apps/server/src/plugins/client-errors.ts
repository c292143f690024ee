import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@naru/contract/errors';
import type { ConnectionError } from 'fastify';
import { newTrace } from '../platform/trace.ts';

/** What Node's parser of requests refuses, and its entry of the error catalogue; others are BODY_INVALID. */
const CODES: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE' };
/** The client took too long to send its headers or its body. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Responds to what is no request, which no route and no hook ever sees, and closes its connection. */
export function respondToClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(responseTo(error.code));
  socket.destroy();
}

function responseTo(cause: string): string {
  const code = CODES[cause] ?? 'BODY_INVALID';
  const { status, message } = ERRORS[code];
  const sent = cause === LATE ? 408 : status;
  const body = JSON.stringify({ error: code, message, requestId: newTrace() });
  return [
    `HTTP/1.1 ${sent} ${STATUS_CODES[sent]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
