import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Role } from './roles.ts';

/**
 * Who may call a route: `public` anybody; `signedIn` any member; `signedInOrExpired` a member whose
 * access token may be out of date; a role: members at or above it.
 */
export type Access = 'public' | 'signedIn' | 'signedInOrExpired' | Role;

export type Schema = z.ZodMiniType;

/** One line of the contract table. Paths are whole, `:name` marks a parameter. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Further paths that answer the same. */
  aliases?: readonly string[];
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body is `multipart/form-data` with one file in this field, in place of `body`. */
  multipart?: string;
  /** Success status; 200 unless told. */
  status?: 200 | 201;
  /** Shape of the success answer; `null` when the answer is not JSON. */
  response: Schema | null;
  /** Codes this route adds to those every route can answer. */
  errors?: readonly ErrorCode[];
  /** Sentence's code when the role is too low; PERMISSION_DENIED unless told. */
  denied?: ErrorCode;
}

export type RouteTable = Record<string, Route>;

/** Keeps the exact types of a feature's table. */
export function defineRoutes<const T extends RouteTable>(routes: T): T {
  return routes;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

/** What a handler receives. */
export interface RouteInput<R extends Route> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
}

/** What a handler answers. */
export type RouteAnswer<R extends Route> = Input<R['response']>;

/** What a caller sends; parts that the route does not have are absent. */
export type RouteRequest<R extends Route> = (R['params'] extends Schema
  ? { params: Record<keyof z.input<R['params']>, string | number> }
  : unknown) &
  (R['query'] extends Schema ? { query?: QueryOf<z.input<R['query']>> } : unknown) &
  (R['body'] extends Schema ? { body: z.input<R['body']> } : unknown);

type QueryOf<Q> = { [K in keyof Q]?: string | number | undefined };

/** What a caller gets back. */
export type RouteResult<R extends Route> = Output<R['response']>;
