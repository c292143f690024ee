import { clearStorageOfOthers } from '../member-storage.ts';
import {
  clearTokens,
  isTokenKey,
  markPages,
  readTokens,
  subjectOf,
  type Tokens,
  writeTokens,
} from './tokens.ts';

/** `ended`: by the server. `left`: by a logout here. `elsewhere`: by a logout in another tab. */
export type SessionEnd = 'ended' | 'left' | 'elsewhere';

type Listener = {
  /** Must clear all private data and leave the page. */
  onEnd: (why: SessionEnd) => void;
  /** Another tab logged in as another member. */
  onSwitch: () => void;
};

let listener: Listener | null = null;
/** Member id of this page; null when logged out, empty when the token is unreadable. */
let subject: string | null = null;
let isSwitched = false;
let isLeaving = false;

/** True once another tab has logged in as another member: this page is obsolete. */
export function hasSwitched(): boolean {
  return isSwitched;
}

/** For routing only; the server decides. */
export function isLoggedIn(): boolean {
  return readTokens() !== null;
}

/** Stores the tokens of a login; load `me` afterwards. */
export function startSession(tokens: Tokens): void {
  writeTokens(tokens);
  setSubject(subjectOf(tokens.accessToken) ?? '');
}

/** Of a page whose token is unreadable nobody knows yet whose writing it may show. */
function setSubject(next: string | null): void {
  subject = next;
  if (next !== '') clearStorageOfOthers(next);
}

/** Makes the next end of the session count as `left`, whichever signal arrives first. */
export function startLeaving(): void {
  isLeaving = true;
}

/** Reverts `startLeaving` when the server refuses what was to end the session. */
export function stopLeaving(): void {
  isLeaving = false;
}

/**
 * Clears the tokens and notifies the app, once per session; leaves what a guest has typed. Returns false without a
 * session.
 */
export function endSession(why: SessionEnd): boolean {
  const reason = isLeaving ? 'left' : why;
  isLeaving = false;
  if (subject === null && !isLoggedIn()) return false;
  clearTokens();
  subject = null;
  listener?.onEnd(reason);
  return true;
}

function followOtherTabs(event: StorageEvent): void {
  if (event.storageArea !== localStorage || !isTokenKey(event.key)) return;
  const tokens = readTokens();
  if (!tokens) {
    // A refresh in another tab overwrites both keys and never leaves a gap.
    if (subject !== null) endSession('elsewhere');
    return;
  }
  const next = subjectOf(tokens.accessToken);
  if (next === null || next === subject) return;
  // An unreadable token was replaced by a refresh in another tab: same member.
  const switched = subject !== '';
  subject = next;
  if (!switched) return;
  isSwitched = true;
  listener?.onSwitch();
}

/** Reads the stored tokens, removes expired ones with all that goes with them, and follows other tabs. */
export function watchSession(next: Listener): () => void {
  listener = next;
  const tokens = readTokens();
  setSubject(tokens && (subjectOf(tokens.accessToken) ?? ''));
  markPages(tokens);
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listener = null;
    isSwitched = false;
    window.removeEventListener('storage', followOtherTabs);
  };
}
