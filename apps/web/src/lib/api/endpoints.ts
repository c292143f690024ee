import type { Route, RouteRequest, RouteResult } from '@naru/contract/route';
import type { Routes } from '@naru/contract/routes';

type FeatureRoutes = Routes[keyof Routes];
type AnyRoute = FeatureRoutes extends infer T ? (T extends T ? T[keyof T] : never) : never;

type KeyOf<R> = R extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;

/** `'GET /api/post/:id'`: method and path of a contract route, checked by the compiler. */
export type Endpoint = KeyOf<AnyRoute>;

type RouteAt<E extends Endpoint> = E extends `${infer Method} ${infer Path}`
  ? Extract<AnyRoute, Route & { method: Method; path: Path }>
  : never;

/** The `params`, `query` and `body` that the route declares. */
export type RequestOf<E extends Endpoint> = RouteRequest<RouteAt<E>>;

export type ResultOf<E extends Endpoint> = RouteResult<RouteAt<E>>;
