import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

/** Requests a minute: per member when signed in, else per address (quality RL-01, RL-02). */
export interface RateProfile {
  read: number;
  write: number;
  anonymous: number;
  /** New event streams a second and address (quality RT-08). */
  newStreams: number;
}

export const DEFAULT_RATES: RateProfile = {
  read: 600,
  write: 60,
  anonymous: 600,
  newStreams: 50,
};

const CACHE_ENTRIES = 20_000;

/** Counts in this process; the finer limits on guesses and sends live in the database. */
export const rateLimitPlugin = fp(async (app: FastifyInstance, options: { rates: RateProfile }) => {
  await app.register(rateLimit, {
    hook: 'preValidation',
    timeWindow: 60_000,
    cache: CACHE_ENTRIES,
    max: (request) => limitOf(request, options.rates),
    keyGenerator: (request) => `${callerKey(request)} ${isRead(request) ? 'read' : 'write'}`,
    allowList: (request) => request.routeOptions.config.route === undefined,
    errorResponseBuilder: (_request, context) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(context.ttl / 1000)) }),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
  });
});

function limitOf(request: FastifyRequest, rates: RateProfile): number {
  if (request.actor === null) return rates.anonymous;
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
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = [
    ...groups,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...(tail ?? '').split(':').filter(Boolean),
  ];
  return `${full.slice(0, 4).join(':')}::/64`;
}
