import { api } from '../api/api.ts';
import { send } from '../api/send.ts';
import { sendUntilReached } from '../api/until-reached.ts';
import { setPushWanted } from '../push-wanted.ts';
import { endSession, startLeaving } from './session.ts';
import { readTokens } from './tokens.ts';

/** Followed by the hash of a refresh token, with which nobody can do more than end its session. */
const OWED = 'naru.log-out.';
/** A network that does not respond keeps nobody at a computer that others wait for. */
const PATIENCE_MS = 5000;

/** Ends the session on the server, later if it cannot be reached now, and here in any case. */
export async function logOut(): Promise<void> {
  startLeaving();
  const name = await owe();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await api('POST /api/member/logout', { signal }).then(
    () => localStorage.removeItem(name),
    () => undefined,
  );
  leaveDevice();
  void sendOwedLogOuts();
}

/** Ends the session here, for a member who wants nothing more from this device. */
export function leaveDevice(): void {
  endSession('left');
  setPushWanted(null);
}

/** Before anything is sent: the tab may be closed meanwhile. */
async function owe(): Promise<string> {
  const bytes = new TextEncoder().encode(readTokens()?.refreshToken);
  // Without https the browser makes no hashes.
  const hash = await crypto.subtle?.digest('SHA-256', bytes);
  const name = OWED + (hash ? btoa(String.fromCharCode(...new Uint8Array(hash))) : '');
  if (hash) localStorage.setItem(name, '');
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
