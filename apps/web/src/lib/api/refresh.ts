import { endSession, startSession } from '../session/session.ts';
import { readTokens } from '../session/tokens.ts';
import { ApiError } from './api-error.ts';
import type { ResultOf } from './endpoints.ts';
import { send } from './send.ts';

const REFRESH = 'POST /api/auth/refresh' as const;
const LOCK = 'naru.refresh';

let running: Promise<string> | null = null;

/** Serialises refreshes across tabs; without Web Locks the server handles the race. */
function exclusively(work: () => Promise<string>): Promise<string> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
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
  // Another tab has refreshed while this one waited for the lock.
  if (tokens.accessToken !== stale) return tokens.accessToken;
  try {
    const body = { refreshToken: tokens.refreshToken };
    const fresh = (await send(REFRESH, { body }, null)) as ResultOf<typeof REFRESH>;
    // After a logout in the meantime a late response must not log in again.
    if (!readTokens()) throw signedOut();
    startSession(fresh);
    return fresh.accessToken;
  } catch (error) {
    // Only an explicit rejection ends the session; network and server errors do not.
    if (error instanceof ApiError && [400, 401].includes(error.status)) endSession('ended');
    throw error;
  }
}

/** Exchanges `stale` for a fresh access token. Concurrent calls share one exchange. */
export function refreshAccess(stale: string): Promise<string> {
  running ??= exclusively(() => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}
