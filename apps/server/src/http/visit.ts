import type { FastifyRequest } from 'fastify';
import type { CookieSpec } from '../platform/cookies.ts';
import { isLocalRequest } from '../platform/origin.ts';
import type { Visit } from '../platform/visit.ts';
import { readCookie } from './cookies.ts';
import { addressKey } from './rate-limit.ts';

/** Where the request comes from; `cookie` is that of the device. */
export function visitOf(request: FastifyRequest, cookie: CookieSpec): Visit {
  return {
    device: readCookie(request, cookie),
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    isLocal: isLocalRequest(request),
  };
}
