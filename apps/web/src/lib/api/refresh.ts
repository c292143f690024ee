import { endSession, startSession } from '../session/session.ts';
import { readTokens } from '../session/tokens.ts';
import { ApiError } from './api-error.ts';
import type { ResultOf } from './endpoints.ts';
import { send } from './send.ts';

const REFRESH = 'POST /api/auth/refresh' as const;
const LOCK = 'naru.refresh';

let running: Promise<string> | null = null;

/** One at a time over all tabs of this browser; tabs without Web Locks rely on the server. */
function exclusively(work: () => Promise<string>): Promise<string> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 400);
}

function signedOut(): ApiError {
  return new ApiError({
    status: 401,
    code: 'REFRESH_INVALID',
    message: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
  });
}

async function exchange(stale: string): Promise<string> {
  const tokens = readTokens();
  if (!tokens) {
    endSession('ended');
    throw signedOut();
  }
  // Another tab was faster while this one waited for the lock.
  if (tokens.accessToken !== stale) return tokens.accessToken;
  try {
    const answer = await send(REFRESH, { body: { refreshToken: tokens.refreshToken } }, null);
    // The server's answer follows the contract table.
    const fresh = answer as ResultOf<typeof REFRESH>;
    // Logged out in the meantime: a late answer must not log in again.
    if (!readTokens()) throw signedOut();
    startSession(fresh);
    return fresh.accessToken;
  } catch (error) {
    // Only a clear refusal ends the session; a lost connection or a busy server does not.
    if (isRefused(error)) endSession('ended');
    throw error;
  }
}

/** A fresh access token in place of `stale`. Calls that arrive meanwhile share one exchange. */
export function refreshAccess(stale: string): Promise<string> {
  running ??= exclusively(() => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}
