import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import { postRoutes } from '@naru/contract/posts';
import type { Route } from '@naru/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Count, createRateCounts } from '../peers/counts.ts';
import type { CampusNetworks } from '../platform/campus-networks.ts';
import { AppError } from '../platform/errors.ts';
import type { RateProfile } from '../platform/rates.ts';

/**
 * Counts with `count`. Limits are numbered in the order of their creation, which is the same in every
 * process of the server.
 */
function countingStore(count: Count): FastifyRateLimitStoreCtor {
  let limits = 0;
  return class CountingStore implements FastifyRateLimitStore {
    readonly #limit = limits++;

    incr(...[key, callback, timeWindow]: Parameters<FastifyRateLimitStore['incr']>): void {
      count(this.#limit, key, timeWindow).then((counted) => callback(null, counted), callback);
    }

    child(): FastifyRateLimitStore {
      return new CountingStore();
    }
  };
}

const HIDDEN_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit of its caller has counted this request. */
    isCounted: boolean;
  }
}

interface Options {
  rates: RateProfile;
  campus: CampusNetworks;
  /** Set if several processes count together; undefined: this process counts alone. */
  count: Count | undefined;
}

/** Counts in memory; the stricter limits on guesses and sent codes are in the database. */
export const rateLimitPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const counts = createRateCounts();
  await app.register(rateLimit, {
    // Before the body is read, so that requests with a too large or unreadable one count, too.
    hook: 'preParsing',
    timeWindow: 60_000,
    // The plugin's own store uses the time of day: after the clock is set back it would refuse until that time
    // comes again.
    store: countingStore(options.count ?? (async (...request) => counts(...request))),
    max: (request) => limitOf(request, options),
    keyGenerator: (request) => `${callerKey(request)} ${isRead(request) ? 'read' : 'write'}`,
    allowList: isUncounted,
    errorResponseBuilder: (_request, context) => tooMany(context.ttl),
    addHeadersOnExceeding: HIDDEN_HEADERS,
    addHeaders: HIDDEN_HEADERS,
  });
  app.decorateRequest('isCounted', false);
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.isCounted = !isUncounted(request);
    done();
  });
});

/** Limits pages, scripts and pictures by address, before anything is read. */
export const fileLimitPlugin = fp(async (app: FastifyInstance, options: { rates: RateProfile }) => {
  const limit = createLimit(app, options.rates.files, fileKey);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '' } = request.routeOptions;
    const isCall = [route, request.url].some((url) => url.startsWith('/api/'));
    const isFile = isUncounted(request) && !isCall;
    if (isFile) limit(request).then(() => done(), done);
    else done();
  });
});

const fileKey = (request: FastifyRequest) => `files ${addressKey(request.ip)}`;

/** Pages load these by the dozen; refusals among them have their own limit. */
function isUncounted({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  // The routes of @fastify/static have their file in the config.
  return is404 || 'file' in config || config.rateLimit === false;
}

function limitOf(request: FastifyRequest, { rates, campus }: Options): number {
  if (request.actor === null) return rates.anonymous * campus.factorOf(addressKey(request.ip));
  return isRead(request) ? rates.read : rates.write;
}

/** Calls that read, though their lists are in a body. */
const READING_CALLS = new Set<Route | undefined>([postRoutes.summaryMulti]);

function isRead({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || READING_CALLS.has(routeOptions.config.route);
}

/**
 * Limits the refused requests of a member or address that no other limit counts: above the rate the error becomes
 * TOO_MANY_REQUESTS. Accepted requests are never affected, so nobody can lock out an address that others share.
 */
export function createRefusalLimit(app: FastifyInstance, rates: RateProfile) {
  const limitMember = createLimit(app, rates.refused, callerKey);
  const limitAddress = createLimit(app, rates.refusedAnonymous, callerKey);
  return async (request: FastifyRequest, refusal: AppError): Promise<AppError> => {
    // An expired token must stay recognisable, or the browser would not refresh it.
    if (request.isCounted || refusal.status >= 500 || refusal.code === 'TOKEN_EXPIRED') {
      return refusal;
    }
    try {
      await (request.actor == null ? limitAddress : limitMember)(request);
      return refusal;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
}

function callerKey(request: FastifyRequest): string {
  return request.actor == null
    ? `ip ${addressKey(request.ip)}`
    : `member ${request.actor.memberId}`;
}

/** An IPv6 client owns its whole /64. */
export function addressKey(ip: string): string {
  return normalizeIP(ip, 64);
}

type KeyOf = (request: FastifyRequest) => string;

/** A separate limit for one kind of request, by default per caller; throws TOO_MANY_REQUESTS. */
export function createLimit(app: FastifyInstance, max: number, keyOf?: KeyOf) {
  const own = keyOf && { keyGenerator: keyOf, allowList: [] };
  const count = app.createRateLimit({ max, ...own });
  return async (request: FastifyRequest): Promise<void> => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttl);
  };
}

/** A limit of what its caller names, which it may learn during a request; throws TOO_MANY_REQUESTS. */
export function createNamedLimit(app: FastifyInstance, max: number) {
  const limit = createLimit(app, max, (call) => (call as unknown as { name: string }).name);
  const named = (name: string) => ({ name, routeOptions: {} }) as unknown as FastifyRequest;
  return (name: string): Promise<void> => limit(named(name));
}

/**
 * Counts one more read of a member by the limit of its calls, for a request that is none of them; false when it has
 * no read left.
 */
export function createReadLimit(app: FastifyInstance) {
  const count = app.createRateLimit();
  return async (memberId: number): Promise<boolean> => {
    const call = { actor: { memberId }, method: 'GET', is404: false, routeOptions: { config: {} } };
    const result = await count(call as unknown as FastifyRequest);
    return result.isAllowed || !result.isExceeded;
  };
}

function tooMany(milliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError('TOO_MANY_REQUESTS', { retryAfter });
}
