import type { ErrorCode } from '@naru/contract/errors';
import { hasRole } from '@naru/contract/roles';
import type { Route } from '@naru/contract/route';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Actor } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';
import { report } from '../platform/security-events.ts';
import type { ServiceCaller } from '../platform/service-caller.ts';
import { requiredRole } from './contract-routes.ts';
import { addressKey, createLimit } from './rate-limit.ts';

/** Resolves an access token to its member, or throws TOKEN_INVALID or TOKEN_EXPIRED. */
interface Authenticator {
  authenticate(token: string, options?: { allowExpired?: boolean }): Promise<Actor>;
}

/** Resolves a service key to the program that has it, or throws SERVICE_KEY_INVALID. */
interface KeyAuthenticator {
  authenticate(key: string | null): Promise<ServiceCaller>;
}

interface Options {
  authenticator: Authenticator;
  keys: KeyAuthenticator;
  /** Wrong service keys per address and minute; beyond that the response is TOO_MANY_REQUESTS. */
  wrongKeys: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The program that calls; null on all routes but those for service keys. */
    service: ServiceCaller | null;
  }
}

/**
 * Authenticates and authorises before the body is read. Roles come from the database on every
 * request, so a grant or revocation takes effect at once.
 */
export const sessionPlugin = fp(async (app: FastifyInstance, options: Options) => {
  app.decorateRequest('actor', null);
  app.decorateRequest('service', null);
  const wrongKey = (request: FastifyRequest) => `wrong service key ${addressKey(request.ip)}`;
  const limitWrongKeys = createLimit(app, options.wrongKeys, wrongKey);
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.config.route;
    if (route === undefined) return;
    const token = bearerToken(request);
    if (route.access === 'serviceKey') {
      request.service = await admitService(token, request);
      return;
    }
    if (route.access === 'public') {
      request.actor = await tryAuthenticate(options.authenticator, token);
      return;
    }
    if (token === null) throw new AppError('UNAUTHORIZED');
    const actor = await options.authenticator.authenticate(token, {
      allowExpired: route.access === 'signedInOrExpired',
    });
    request.actor = { address: request.ip, ...actor };
    admit(route, request.actor, request.log);
  });

  /** A right key is accepted however many wrong ones came from its address. */
  async function admitService(key: string | null, request: FastifyRequest) {
    try {
      return { ...(await options.keys.authenticate(key)), address: request.ip };
    } catch (error) {
      if (error instanceof AppError) {
        report(request.log, 'service key refused');
        await limitWrongKeys(request);
      }
      throw error;
    }
  }
});

/** Codes of policies that ask for a role from MANAGER on. */
const ROLE_REFUSALS: ReadonlySet<ErrorCode> = new Set(['PERMISSION_DENIED', 'WRITE_DENIED']);

/** Throws the route's 403 when the actor's roles are too low; attempts on ADMIN calls are logged. */
function admit(route: Route, actor: Actor, log: FastifyBaseLogger): void {
  const { roles, memberId } = actor;
  const required = requiredRole(route);
  if (required === null || hasRole(roles, required)) return;
  if (actor.isHeldBack === true) throw new AppError('SECOND_FACTOR_REQUIRED');
  if (required === 'ADMIN') {
    const call = `${route.method} ${route.path}`;
    log.warn({ event: 'admin call refused', memberId, call }, 'security event');
  }
  throw new AppError(route.denied ?? 'PERMISSION_DENIED');
}

/** For staff without their second factor, a refusal for want of a role becomes SECOND_FACTOR_REQUIRED. */
export function refusalFor(actor: Actor | null, refusal: AppError): AppError {
  const isOfRole = ROLE_REFUSALS.has(refusal.code);
  return actor?.isHeldBack === true && isOfRole ? new AppError('SECOND_FACTOR_REQUIRED') : refusal;
}

export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers.authorization;
  const match = header === undefined ? null : /^Bearer ([\w.-]+)$/i.exec(header);
  return match?.[1] ?? null;
}

async function tryAuthenticate(authenticator: Authenticator, token: string | null) {
  if (token === null) return null;
  try {
    return await authenticator.authenticate(token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
