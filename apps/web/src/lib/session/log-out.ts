import { api } from '../api/api.ts';
import { removeAnonymousDrafts } from '../draft.ts';
import { setPushWanted } from '../push-wanted.ts';
import { removeAllRecentSearches } from '../recent-searches.ts';
import { endSession, startLeaving } from './session.ts';

/**
 * Ends the session on the server if reachable, and here in any case. Removes anonymous drafts and searches last,
 * because the page being left may still save one.
 */
export async function logOut(): Promise<void> {
  startLeaving();
  await api('POST /api/member/logout').catch(() => undefined);
  endSession('left');
  removeAnonymousDrafts();
  setPushWanted(null);
  removeAllRecentSearches();
}
