import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody, FieldError } from '@naru/contract/error-body';
import { ERRORS, type ErrorCode } from '@naru/contract/errors';
import { TEXTS } from '@naru/contract/texts';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import fp from 'fastify-plugin';
import { backendTrouble } from '../platform/database/query-errors.ts';
import { AppError } from '../platform/errors.ts';
import { refusals } from '../platform/metrics/counters.ts';
import type { RateProfile } from '../platform/rates.ts';
import { hasSkippedBody, openResponses } from './open-responses.ts';
import { createRefusalLimit } from './rate-limit.ts';
import { newTrace } from './request-log.ts';
import { refusalFor } from './session.ts';
import { isTaken } from './take-socket.ts';

const RETRY_SECONDS = 2;
const AWAY: ErrorCode[] = ['UNAVAILABLE', 'STORAGE_UNAVAILABLE'];

/** Fastify's own errors and their entries of the error catalogue. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_EMPTY_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_INVALID',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'URL_TOO_LONG',
};

/** Turns every failure into the catalogue's code, a Korean sentence and the request id. */
export const errorsPlugin = fp(async (app: FastifyInstance, options: { rates: RateProfile }) => {
  const limitRefusals = createRefusalLimit(app, options.rates);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const hasLeft = isGone(request, error);
    const own = hasLeft ? new AppError('BODY_INVALID') : toAppError(error);
    const refusal = await limitRefusals(request, refusalFor(request.actor ?? null, own));
    if (hasLeft) {
      request.log.debug({ err: error }, 'client disconnected');
      return sendError(request, reply, refusal);
    }
    refusals.inc({ code: refusal.code });
    if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
    else if (AWAY.includes(refusal.code)) request.log.warn({ err: error }, 'backend away');
    return sendError(request, reply, refusal);
  });
});

/**
 * Whether the response failed because its client disconnected. A body that was cut fails with ECONNRESET, like a
 * connection of the database.
 */
function isGone({ raw }: FastifyRequest, error: FastifyError): boolean {
  if (raw.errored === error) return true;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed;
}

/** Sends an error of the catalogue. */
function sendError(request: FastifyRequest, reply: FastifyReply, refusal: AppError) {
  const { code, status, message, errors, retryAfter, roomId, conflicts, secondStep } = refusal;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((payload: ErrorBody) => JSON.stringify(payload))
    .send({ error: code, message, errors, roomId, conflicts, secondStep, requestId: request.id });
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation) return validationError(error.validation);
  const code = FRAMEWORK_CODES[error.code];
  if (code !== undefined) return new AppError(code);
  const trouble = backendTrouble(error);
  if (trouble !== null) {
    const retryAfter = RETRY_SECONDS;
    return new AppError(trouble === 'full' ? 'STORAGE_FULL' : 'UNAVAILABLE', { retryAfter });
  }
  const isRefused = error.statusCode !== undefined && error.statusCode < 500;
  return new AppError(isRefused ? 'BODY_INVALID' : 'INTERNAL');
}

function validationError(issues: NonNullable<FastifyError['validation']>): AppError {
  const found = new Map<string, FieldError>();
  for (const { instancePath, message = TEXTS.valueInvalid } of issues) {
    const field = instancePath.split('/').filter(Boolean).join('.');
    found.set(`${field} ${message}`, { field, message });
  }
  const errors = [...found.values()];
  return new AppError('VALIDATION_FAILED', { message: errors[0]?.message, errors });
}

/** Errors of Node's HTTP parser and their codes in the catalogue; all others are BODY_INVALID. */
const CODES: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE' };
/** The client took too long to send its headers or its body. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const ending = new WeakSet<Socket>();

/**
 * Handles data that is no valid request, which no route and no hook ever sees: closes the connection after the
 * responses to earlier requests. Sends an error response only if the client cannot take it for the response to
 * another request, or for a part of one.
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

/** Node reports each further piece of invalid data as another error. */
function closeAfter(response: ServerResponse, socket: Socket): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  response.once('close', () => socket.destroy());
}

/**
 * Whether the client will take an error response for what was refused: the body of `last`, or data that is no
 * request.
 */
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
