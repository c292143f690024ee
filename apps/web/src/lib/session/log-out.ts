import { api } from '../api/api.ts';
import { endSession } from './session.ts';

/** Ends the session on the server if it can be reached, and here in any case. */
export async function logOut(): Promise<void> {
  await api('POST /api/member/logout').catch(() => undefined);
  endSession('left');
}
