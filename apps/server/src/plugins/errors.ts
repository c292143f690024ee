import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@naru/contract/errors';
import { TEXTS } from '@naru/contract/texts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { backendTrouble } from '../platform/database/query-errors.ts';
import { AppError } from '../platform/errors.ts';

const RETRY_SECONDS = 2;

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

interface Refusal {
  code: ErrorCode;
  message: string;
  errors?: FieldError[];
  retryAfter?: number;
  roomId?: number;
  conflicts?: ErrorBody['conflicts'];
}

/** Turns every failure into the catalogue's code, a Korean sentence and the request id. */
export const errorsPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
    else if (refusal.code === 'UNAVAILABLE') request.log.warn({ err: error }, 'backend away');
    return send(request, reply, refusal);
  });
});

/** Sends the catalogue's error outside the error handler. */
export function sendError(request: FastifyRequest, reply: FastifyReply, code: ErrorCode) {
  return send(request, reply, plain(code));
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  const body: ErrorBody = {
    error: refusal.code,
    message: refusal.message,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.roomId !== undefined && { roomId: refusal.roomId }),
    ...(refusal.conflicts && { conflicts: refusal.conflicts }),
    requestId: request.id,
  };
  return reply
    .code(ERRORS[refusal.code].status)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.errors && { errors: error.errors }),
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
      ...(error.roomId !== undefined && { roomId: error.roomId }),
      ...(error.conflicts && { conflicts: error.conflicts }),
    };
  }
  if (error.validation) return validationRefusal(error);
  const code = FRAMEWORK_CODES[error.code];
  if (code !== undefined) return plain(code);
  const backend = backendRefusal(error);
  if (backend !== null) return backend;
  return plain(
    error.statusCode !== undefined && error.statusCode < 500 ? 'BODY_INVALID' : 'INTERNAL',
  );
}

function validationRefusal(error: FastifyError): Refusal {
  const errors = (error.validation ?? []).map((issue) => ({
    field: issue.instancePath.split('/').filter(Boolean).join('.'),
    message: issue.message ?? TEXTS.valueInvalid,
  }));
  return {
    code: 'VALIDATION_FAILED',
    message: errors[0]?.message ?? ERRORS.VALIDATION_FAILED.message,
    errors,
  };
}

function backendRefusal(error: unknown): Refusal | null {
  const trouble = backendTrouble(error);
  if (trouble === null) return null;
  const code = trouble === 'full' ? 'STORAGE_FULL' : 'UNAVAILABLE';
  return { ...plain(code), retryAfter: RETRY_SECONDS };
}

function plain(code: ErrorCode): Refusal {
  return { code, message: ERRORS[code].message };
}
