import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Role } from './roles.ts';

/**
 * Who may call a route. `public`: no token needed; `signedIn`: any member; `signedInOrExpired`: a
 * member whose access token may have expired; `serviceKey`: a program with such a key, no member; a role:
 * members at or above it.
 */
export type Access = 'public' | 'signedIn' | 'signedInOrExpired' | 'serviceKey' | Role;

export type Schema = z.ZodMiniType;

/** One route of the contract. Paths are absolute, `:name` marks a parameter. */
/** Header with the number of all rows where the response is one page of them as an array. */
export const TOTAL_HEADER = 'x-total-count';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Further paths with the same response. */
  aliases?: readonly string[];
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Needs the device cookie that a login sets, instead of an access token. */
  needsDevice?: true;
  /** The body is `multipart/form-data` with one file in this field, instead of `body`. */
  multipart?: string;
  /** Status of success; 200 by default. */
  status?: 200 | 201;
  /** Another status of success with the same response. */
  otherStatus?: 200;
  /** Shape of the success response; `null` when it is not JSON. */
  response: Schema | null;
  /**
   * The response is sent as it is, also where texts of its lists would be cut at LIMITS.responseBytes: a form
   * saves them back, or nothing else shows them.
   */
  isWhole?: true;
  /**
   * Whether it goes on while the site is read-only. By default what reads does; `true` is for what begins or ends a
   * session, ends other access, only reads, copies the site, or is the switch itself, `false` for a GET that begins an upload.
   */
  whileReadOnly?: boolean;
  /** Error codes in addition to those that every route may return. */
  errors?: readonly ErrorCode[];
  /** Error code when the role is too low; PERMISSION_DENIED by default. */
  denied?: ErrorCode;
}

export type RouteTable = Record<string, Route>;

/** Whether the server refuses the route with READ_ONLY while the site is read-only. */
export function isRefusedReadOnly({ method, whileReadOnly }: Route): boolean {
  return !(whileReadOnly ?? method === 'GET');
}

/** One function per method builds a route: `get(path, access, details)`. */
export const get = routeOf('GET');
export const post = routeOf('POST');
export const put = routeOf('PUT');
export const del = routeOf('DELETE');

type Details = Omit<Route, 'method' | 'path' | 'access'>;

function routeOf<const M extends Route['method']>(method: M) {
  return <const P extends string, const A extends Access, const D extends Details>(
    path: P,
    access: A,
    details: D,
  ) => ({ method, path, access, ...details });
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

/** Input of a handler, after validation. */
export interface RouteInput<R extends Route> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
}

/** Result of a handler, before serialisation. */
export type RouteAnswer<R extends Route> = Input<R['response']>;

/** Request of a client; parts that the route does not have are absent. */
export type RouteRequest<R extends Route> = (R['params'] extends Schema
  ? { params: Record<keyof z.input<R['params']>, string | number> }
  : unknown) &
  (R['query'] extends Schema ? { query?: QueryOf<z.input<R['query']>> } : unknown) &
  (R['body'] extends Schema ? { body: z.input<R['body']> } : unknown);

type QueryOf<Q> = { [K in keyof Q]?: string | number | undefined };

/** Response that a client receives. */
export type RouteResult<R extends Route> = Output<R['response']>;
