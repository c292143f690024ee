import { api } from '../api/api.ts';
import { removeAnonymousDrafts } from '../draft.ts';
import { endSession, startLeaving } from './session.ts';

/**
 * Ends the session on the server if it can be reached, and here in any case. Unsent writing for the
 * anonymous board goes with it (the page that is left may still be saving: it is gone by then).
 */
export async function logOut(): Promise<void> {
  startLeaving();
  await api('POST /api/member/logout').catch(() => undefined);
  endSession('left');
  removeAnonymousDrafts();
}
