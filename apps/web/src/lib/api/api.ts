import { endSession } from '../session/session.ts';
import { isAccessExpired, readTokens } from '../session/tokens.ts';
import { ApiError } from './api-error.ts';
import type { Endpoint, RequestOf, ResultOf } from './endpoints.ts';
import { takeFirstResponse } from './first-data.ts';
import { refreshAccess } from './refresh.ts';
import { type RawRequest, send } from './send.ts';

type Options = {
  signal?: AbortSignal;
  /** Multipart body. */
  form?: FormData;
  /** Further headers. */
  headers?: Record<string, string>;
  /** Sends no token, whatever the state of the session. */
  anonymous?: boolean;
};

type Arguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E> & Options]
    : [request: RequestOf<E> & Options];

/** Returns a valid access token, refreshed when expired; null when logged out. */
export async function currentAccess(): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens) return null;
  const { accessToken } = tokens;
  if (accessToken && !isAccessExpired(accessToken)) return accessToken;
  return refreshAccess(accessToken);
}

/**
 * Ends the session when the server does not know it or it expired; not when another tab has stored
 * a newer token than the rejected one.
 */
export function endIfDead(error: ApiError, token: string | null): void {
  if (error.code !== 'TOKEN_INVALID' && error.code !== 'UNAUTHORIZED') return;
  const current = readTokens()?.accessToken ?? null;
  if (current === token) endSession('ended');
}

type Call = { endpoint: string; request: RawRequest };

/** Gets every call with its outcome and returns what the caller gets; `app/offline.ts` replaces it. */
export const calls = {
  early: [] as [Call, Promise<unknown>][],
  /** Without a network a read gets the answer that the member got last time. */
  follow(call: Call, outcome: Promise<unknown>): Promise<unknown> {
    calls.early.push([call, outcome]);
    if (!('caches' in window)) return outcome;
    return outcome.catch((error: unknown) =>
      import('../offline/responses.ts').then(
        ({ findResponse }) => findResponse(call, error),
        () => Promise.reject(error),
      ),
    );
  },
};

function callRaw(endpoint: string, request: RawRequest & Options = {}): Promise<unknown> {
  return calls.follow({ endpoint, request }, callServer(endpoint, request));
}

async function callServer(endpoint: string, request: RawRequest & Options): Promise<unknown> {
  if (request.anonymous) return send(endpoint, request, null);
  const first = takeFirstResponse(endpoint, request);
  if (first) return first.response;
  const token = await currentAccess();
  try {
    return await send(endpoint, request, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (error.code === 'TOKEN_EXPIRED' && token) {
      return send(endpoint, request, await refreshAccess(token));
    }
    endIfDead(error, token);
    throw error;
  }
}

/**
 * Calls a route of the contract: `api('GET /api/post/:id', { params: { id }, signal })`. Sends the
 * bearer token, refreshes it once when expired, and throws `ApiError` on every failure.
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  ...[request]: Arguments<E>
): Promise<ResultOf<E>> {
  // Server tests validate every response against its schema.
  return (await callRaw(endpoint, request)) as ResultOf<E>;
}

/** Like `api`, for routes that return a page as an array. */
export async function apiPage<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & Options & { query: { page: number; size: number } },
) {
  const found = await callRaw(endpoint, { ...request, isPage: true });
  const { rows, total } = found as { rows: ResultOf<E>; total: number };
  const { page, size } = request.query;
  const totalPages = Math.ceil(total / size);
  return { rows, page: { currentPage: page, totalPages, totalElements: total } };
}

/** Like `api`, for routes that return a file. */
export async function apiFile<E extends Endpoint>(
  endpoint: E,
  ...[request]: Arguments<E>
): Promise<Blob> {
  return (await callRaw(endpoint, { ...request, isFile: true })) as Blob;
}
