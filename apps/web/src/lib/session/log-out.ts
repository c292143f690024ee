import { api } from '../api/api.ts';
import { send } from '../api/send.ts';
import { sendUntilReached } from '../api/until-reached.ts';
import { setPushWanted } from '../push-wanted.ts';
import { endSession, startLeaving } from './session.ts';
import { readTokens } from './tokens.ts';

/** Followed by the hash of a refresh token, with which nobody can do more than end its session. */
const OWED = 'naru.log-out.';
/** How long a log-out waits for the network: others may wait for the computer. */
const PATIENCE_MS = 5000;

/** Ends the session on the server, later if it cannot be reached now, and here in any case. */
export async function logOut(): Promise<void> {
  const tokens = readTokens();
  if (tokens === null) return leaveDevice();
  startLeaving();
  const name = await owe(tokens.refreshToken);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  // The call may first wait for a refresh, which other calls share: it has no signal.
  const late = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const done = api('POST /api/member/logout', { signal }).then(
    () => localStorage.removeItem(name),
    () => undefined,
  );
  await Promise.race([done, late]);
  leaveDevice();
  void sendOwedLogOuts();
}

/** Ends the session here, for a member who wants nothing more from this device. */
export function leaveDevice(): void {
  endSession('left');
  setPushWanted(null);
}

/** Before anything is sent: the tab may be closed meanwhile. */
async function owe(refreshToken: string): Promise<string> {
  // Without https the browser makes no hashes.
  const hash = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(refreshToken));
  const name = OWED + (hash ? btoa(String.fromCharCode(...new Uint8Array(hash))) : '');
  try {
    if (hash) localStorage.setItem(name, '');
  } catch {
    // The storage is full.
  }
  return name;
}

/** Sends log-outs of this browser that did not reach the server, once it can be reached. */
export async function sendOwedLogOuts(): Promise<void> {
  const { signal } = new AbortController();
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(OWED))) {
    const body = { refreshHash: name.slice(OWED.length) };
    const sending = () => send('POST /api/auth/end-session', { body }, null);
    await sendUntilReached(sending, { signal }).then(
      () => localStorage.removeItem(name),
      // The next page tries again.
      () => undefined,
    );
  }
}
