import { endSession } from '../session/session.ts';
import { isAccessExpired, readTokens } from '../session/tokens.ts';
import { ApiError, isOffline } from './api-error.ts';
import type { Endpoint, RequestOf, ResultOf } from './endpoints.ts';
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

/** Gets each call with its answer or failure; those before `app/offline.ts` takes over wait in `early`. */
export const answered = {
  early: [] as [Call, unknown][],
  tell: (call: Call, outcome: unknown): void => void answered.early.push([call, outcome]),
};

/** Without a network a read gets the answer that the member got last time. */
async function callRaw(endpoint: string, request: RawRequest & Options = {}): Promise<unknown> {
  const call = { endpoint, request };
  try {
    const answer = await callServer(endpoint, request);
    answered.tell(call, answer);
    return answer;
  } catch (error) {
    answered.tell(call, error);
    if (!isOffline(error) || !endpoint.startsWith('GET') || !('caches' in window)) throw error;
    const offline = await import('../offline/answers.ts').catch(() => null);
    if (offline === null) throw error;
    return offline.findAnswer(call, error);
  }
}

async function callServer(endpoint: string, request: RawRequest & Options): Promise<unknown> {
  if (request.anonymous) return send(endpoint, request, null);
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

/** Like `api`, for routes that return a file. */
export async function apiFile<E extends Endpoint>(
  endpoint: E,
  ...[request]: Arguments<E>
): Promise<Blob> {
  return (await callRaw(endpoint, { ...request, isFile: true })) as Blob;
}
