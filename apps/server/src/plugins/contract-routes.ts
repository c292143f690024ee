import type { ERRORS } from '@naru/contract/errors';
import { hasRole, type Role } from '@naru/contract/roles';
import type { Route, RouteAnswer, RouteInput, RouteTable, Schema } from '@naru/contract/route';
import { TEXTS } from '@naru/contract/texts';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Actor } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in caller; null on public routes without a valid token. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** The caller as a handler sees it: certain unless the route is public. */
type ActorOf<R extends Route> = R['access'] extends 'public' ? Actor | null : Actor;

export type Handler<R extends Route> = (
  input: RouteInput<R> & { actor: ActorOf<R>; request: FastifyRequest; reply: FastifyReply },
) => AnswerOf<R>;

/** Nothing when the answer is not JSON: the handler sends it by `reply`. */
type AnswerOf<R extends Route> = R['response'] extends null
  ? Promise<void>
  : Promise<RouteAnswer<R>> | RouteAnswer<R>;

export type Handlers<T extends RouteTable> = { [K in keyof T]: Handler<T[K]> };

export interface MountOptions {
  /** `false`: outside the limit of requests a minute, for what a page fetches by the dozen. */
  isMetered?: boolean;
  /** `false`: the bytes are sent as they are, with their length. */
  isCompressed?: boolean;
}

z.config({ customError: () => TEXTS.valueInvalid });

/** Has Fastify check and write with the contract's schemas; before any route is mounted. */
export function useContractSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler<Schema>(({ schema }) => compileSerializer(schema));
}

/**
 * Registers a feature's contract table: checks the caller, validates in, serialises out. Fields that
 * the contract does not declare never leave.
 */
export function mountRoutes<T extends RouteTable>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T>,
  options: MountOptions = {},
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name as keyof T] as unknown as Handler<Route>;
    for (const url of [route.path, ...(route.aliases ?? [])]) {
      mountRoute(app, url, route, handler, options);
    }
  }
}

function mountRoute(
  app: FastifyInstance,
  url: string,
  route: Route,
  handler: Handler<Route>,
  options: MountOptions,
): void {
  app.route({
    method: route.method,
    url,
    ...(options.isCompressed === false && { compress: false }),
    config: { route, ...(options.isMetered === false && { rateLimit: false }) },
    schema: {
      summary: route.summary,
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(route.response && { response: { [route.status ?? 200]: route.response } }),
    },
    preValidation: async (request) => {
      refuseBrokenText(request.params);
      refuseBrokenText(request.query);
      if (route.body) refuseBrokenText(request.body);
    },
    handler: async (request, reply) => {
      reply.code(route.status ?? 200);
      const answer = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        request,
        reply,
      } as never);
      return route.response === null ? reply : answer;
    },
  });
}

/** The role a route asks for, or null when being signed in is enough (or not even needed). */
function requiredRole(route: Route): Role | null {
  switch (route.access) {
    case 'public':
    case 'signedIn':
    case 'signedInOrExpired':
      return null;
    default:
      return route.access;
  }
}

/** Throws the route's 403 when the caller's roles are too low. */
export function checkRole(route: Route, actor: Actor): void {
  const required = requiredRole(route);
  if (required !== null && !hasRole(actor.roles, required)) {
    throw new AppError(route.denied ?? 'PERMISSION_DENIED');
  }
}

/** Undeclared fields are dropped; a missing required field is a fault of ours. */
function compileSerializer(schema: Schema): (data: unknown) => string {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return fastJson(json as Parameters<typeof fastJson>[0]);
}

/** NUL and halves of surrogate pairs cannot be stored as text. */
function refuseBrokenText(value: unknown): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') refuseBroken(next);
    // One by one: a body may hold more parts than a call takes arguments.
    else for (const part of partsOf(next)) waiting.push(part);
  }
}

function* partsOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* value;
  else if (typeof value === 'object' && value !== null) {
    for (const entry of Object.entries(value)) yield* entry;
  }
}

function refuseBroken(text: string): void {
  if (!text.includes('\0') && isWellFormed(text)) return;
  throw new AppError('VALIDATION_FAILED', { message: TEXTS.characterInvalid });
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Every code a route may answer with, for the documentation. */
export function errorCodesOf(route: Route): (keyof typeof ERRORS)[] {
  const codes = new Set<keyof typeof ERRORS>(route.errors ?? []);
  if (route.access !== 'public')
    codes.add('UNAUTHORIZED').add('TOKEN_INVALID').add('TOKEN_EXPIRED');
  if (requiredRole(route) !== null) codes.add(route.denied ?? 'PERMISSION_DENIED');
  if (route.params ?? route.query ?? route.body) codes.add('VALIDATION_FAILED');
  return [...codes];
}
