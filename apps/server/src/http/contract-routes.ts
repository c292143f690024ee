import type { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import { ROLES, type Role } from '@naru/contract/roles';
import type { Route, RouteAnswer, RouteInput, RouteTable, Schema } from '@naru/contract/route';
import { TEXTS } from '@naru/contract/texts';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Actor } from '../platform/actor.ts';
import { cutTexts } from '../platform/cut-texts.ts';
import { AppError } from '../platform/errors.ts';
import { writeResponse } from '../platform/shared-responses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; null on public routes without a valid token. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Null on public routes without a valid token, and on those for programs. */
type ActorOf<R extends Route> = R['access'] extends 'serviceKey'
  ? null
  : R['access'] extends 'public'
    ? Actor | null
    : Actor;

type Handler<R extends Route> = (
  input: RouteInput<R> & { actor: ActorOf<R>; request: FastifyRequest; reply: FastifyReply },
) => ResponseOf<R>;

/** Void when the response is not JSON: the handler sends it through `reply`. */
type ResponseOf<R extends Route> = R['response'] extends null
  ? Promise<void>
  : Promise<RouteAnswer<R>> | RouteAnswer<R>;

interface MountOptions {
  /** `false`: exempt from the rate limit, for resources that a page loads by the dozen. */
  isMetered?: boolean;
  /** `false`: sends the bytes uncompressed, with their length. */
  isCompressed?: boolean;
  /** Maximum bytes of the body, for calls that send a file as text. */
  bodyLimit?: number;
}

/** NUL and unpaired surrogates. */
const BROKEN = /\0|\p{Surrogate}/u;

z.config({ customError: () => TEXTS.valueInvalid });

/** Makes Fastify use the contract's schemas; call before mounting any route. */
export function useContractSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler<Schema>(({ schema }) => compileSerializer(schema, cutting));
}

/**
 * Registers a feature's contract table: checks access, validates the input and serialises the
 * response. Fields that the contract does not declare are never sent.
 */
export function mountRoutes<T extends RouteTable>(
  app: FastifyInstance,
  routes: T,
  handlers: { [K in keyof T]: Handler<T[K]> },
  options: MountOptions = {},
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name as keyof T] as unknown as Handler<Route>;
    const mounted = routeOptions(route, handler, options);
    for (const url of [route.path, ...(route.aliases ?? [])]) app.route({ ...mounted, url });
  }
}

function routeOptions(
  route: Route,
  handler: Handler<Route>,
  options: MountOptions,
): Omit<RouteOptions, 'url'> {
  return {
    method: route.method,
    ...(options.isCompressed === false && { compress: false }),
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    ...(route.isWhole && { serializerCompiler: wholeSerializer(route) }),
    config: { route, ...(options.isMetered === false && { rateLimit: false }) },
    schema: {
      summary: route.summary,
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(route.response && { response: responsesOf(route) }),
    },
    preValidation: (request, _reply, done) => {
      dropEmpty(request.query);
      refuseBrokenText(request.params);
      refuseBrokenText(request.query);
      if (route.body) refuseBrokenText(request.body);
      done();
    },
    handler: async (request, reply) => {
      reply.code(route.status ?? 200);
      const response = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        request,
        reply,
      } as never);
      return route.response === null ? reply : response;
    },
  };
}

/** The response by each status of success. */
function responsesOf({ status = 200, otherStatus, response }: Route) {
  return { [status]: response, ...(otherStatus && { [otherStatus]: response }) };
}

/** `?state=` is the same as no state: forms and links send the fields that nobody filled in. */
function dropEmpty(query: unknown): void {
  const fields = query as Record<string, unknown>;
  for (const name in fields) {
    if (fields[name] === '') delete fields[name];
  }
}

/** The role a route requires, or null when none is needed. */
export function requiredRole({ access }: Route): Role | null {
  return ROLES.find((role) => role === access) ?? null;
}

type Serializer = (data: unknown) => string;

/** Makes serializers and caches them by schema, because routes share schemas (aliases, and further apps in tests). */
interface Compiler {
  /** Of the JSON as the schema writes it. */
  finish: (json: string) => string;
  known: WeakMap<Schema, Serializer>;
}
/** Cuts texts in the lists of a response until it fits into LIMITS.responseBytes. */
const cutting: Compiler = {
  finish: (json) => cutTexts(json, LIMITS.responseBytes),
  known: new WeakMap(),
};
const whole: Compiler = { finish: (json) => json, known: new WeakMap() };

/**
 * Drops undeclared fields; throws on a missing required one, which is a programming error. Compiled for the
 * first response: it takes milliseconds, and a start would wait for those of all routes.
 */
function compileSerializer(schema: Schema, compiler: Compiler): Serializer {
  let own = compiler.known.get(schema);
  return (data) => {
    own ??= compiler.known.get(schema) ?? compile(schema, compiler);
    return own(data);
  };
}

/** Each status of success has the same response. */
function wholeSerializer({ response }: Route) {
  if (response === null) throw new Error('only JSON is cut');
  return () => compileSerializer(response, whole);
}

function compile(schema: Schema, { finish, known }: Compiler): Serializer {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  const write = fastJson(json as Parameters<typeof fastJson>[0]);
  const serializer = (response: unknown) => writeResponse(response, (one) => finish(write(one)));
  known.set(schema, serializer);
  return serializer;
}

/** Throws for text that PostgreSQL cannot store. */
function refuseBrokenText(value: unknown): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && BROKEN.test(next)) {
      throw new AppError('VALIDATION_FAILED', { message: TEXTS.characterInvalid });
    }
    addParts(waiting, next);
  }
}

/** No spread: a body may hold more parts than a call takes arguments. */
function addParts(waiting: unknown[], value: unknown): void {
  if (Array.isArray(value)) for (const part of value) waiting.push(part);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) waiting.push(name, part);
  }
}

/** Every code a route may respond with, for the documentation. */
export function errorCodesOf(route: Route): (keyof typeof ERRORS)[] {
  const codes = new Set<keyof typeof ERRORS>(route.errors ?? []);
  if (route.access === 'serviceKey') codes.add('SERVICE_KEY_INVALID');
  else if (route.access !== 'public') {
    codes.add('UNAUTHORIZED').add('TOKEN_INVALID').add('TOKEN_EXPIRED');
  }
  if (requiredRole(route) !== null) {
    codes.add(route.denied ?? 'PERMISSION_DENIED').add('SECOND_FACTOR_REQUIRED');
  }
  if (route.params ?? route.query ?? route.body) codes.add('VALIDATION_FAILED');
  return [...codes];
}
