import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { CampusNetworks } from '../platform/campus-networks.ts';
import { AppError } from '../platform/errors.ts';

/** Requests per minute: per member when signed in, otherwise per address. */
export interface RateProfile {
  read: number;
  write: number;
  anonymous: number;
  search: number;
  /** New event streams per second and address. */
  newStreams: number;
}

export const DEFAULT_RATES: RateProfile = {
  read: 600,
  write: 60,
  anonymous: 600,
  search: 30,
  newStreams: 50,
};

const CACHE_ENTRIES = 20_000;
const HIDDEN_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

interface Options {
  rates: RateProfile;
  campus: CampusNetworks;
}

/** Counts in this process; the stricter limits on guesses and sent codes are in the database. */
export const rateLimitPlugin = fp(async (app: FastifyInstance, options: Options) => {
  await app.register(rateLimit, {
    hook: 'preValidation',
    timeWindow: 60_000,
    cache: CACHE_ENTRIES,
    max: (request) => limitOf(request, options),
    keyGenerator: (request) => `${callerKey(request)} ${isRead(request) ? 'read' : 'write'}`,
    allowList: (request) => request.routeOptions.config.route === undefined,
    errorResponseBuilder: (_request, context) => tooMany(context.ttl),
    addHeadersOnExceeding: HIDDEN_HEADERS,
    addHeaders: { ...HIDDEN_HEADERS, 'retry-after': true },
  });
});

function limitOf(request: FastifyRequest, { rates, campus }: Options): number {
  if (request.actor === null) return rates.anonymous * campus.factorOf(addressKey(request.ip));
  return isRead(request) ? rates.read : rates.write;
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function callerKey(request: FastifyRequest): string {
  return request.actor === null
    ? `ip ${addressKey(request.ip)}`
    : `member ${request.actor.memberId}`;
}

/** An IPv6 client owns its whole /64. */
export function addressKey(ip: string): string {
  return normalizeIP(ip, 64);
}

/** A separate limit for one kind of request; throws TOO_MANY_REQUESTS. */
export function createLimit(app: FastifyInstance, max: number) {
  const count = app.createRateLimit({ max });
  return async (request: FastifyRequest): Promise<void> => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttl);
  };
}

function tooMany(milliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError('TOO_MANY_REQUESTS', { retryAfter });
}
