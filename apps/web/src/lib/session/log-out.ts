import { api } from '../api/api.ts';
import { removeAnonymousDrafts } from '../draft.ts';
import { forgetMember } from '../member-memory.ts';
import { setPushWanted } from '../push-wanted.ts';
import { endSession, startLeaving } from './session.ts';

/** Ends the session on the server if reachable, and here in any case. */
export async function logOut(): Promise<void> {
  startLeaving();
  await api('POST /api/member/logout').catch(() => undefined);
  leaveDevice();
}

/**
 * Ends the session here. Removes anonymous drafts and what the device remembers last, because the page being left
 * may still save one.
 */
export function leaveDevice(): void {
  endSession('left');
  removeAnonymousDrafts();
  setPushWanted(null);
  forgetMember();
}
