import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@naru/contract/errors';
import type { ConnectionError } from 'fastify';
import { hasSkippedBody, openResponses } from './open-responses.ts';
import { isTaken } from './take-socket.ts';
import { newTrace } from './trace.ts';

/** What Node's parser of requests refuses, and its entry of the error catalogue; others are BODY_INVALID. */
const CODES: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE' };
/** The client took too long to send its headers or its body. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const ending = new WeakSet<Socket>();

/**
 * Closes a connection on which something comes that is no request, and which no route and no hook ever sees,
 * after the responses to the requests before it. It gets a response only where that cannot be taken for
 * the response to another request, or for a part of one.
 */
export function respondToClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const last = [...openResponses(socket)].at(-1);
  if (last?.req.complete) {
    closeAfter(last, socket);
    return;
  }
  if (socket.writable && isExpected(socket, last)) socket.write(responseTo(error.code));
  socket.destroy();
}

/** Each further part of what is no request is another error. */
function closeAfter(response: ServerResponse, socket: Socket): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  response.once('close', () => socket.destroy());
}

/** Whether what is sent now is the response to what was refused: a body that is `last`'s, or no request. */
function isExpected(socket: Socket, last: ServerResponse | undefined): boolean {
  if (isTaken(socket) || hasSkippedBody(socket)) return false;
  return last === undefined || (openResponses(socket).size === 1 && !last.headersSent);
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
