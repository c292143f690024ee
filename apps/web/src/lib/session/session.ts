import {
  clearTokens,
  isTokenKey,
  readTokens,
  subjectOf,
  type Tokens,
  writeTokens,
} from './tokens.ts';

/** `ended`: the server ended it. `left`: the user logged out here; `elsewhere`: in another tab. */
export type SessionEnd = 'ended' | 'left' | 'elsewhere';

type Listener = {
  /** The session is over: forget all private data and leave the page. */
  onEnd: (why: SessionEnd) => void;
  /** Another tab logged in as somebody else. */
  onSwitch: () => void;
};

let listener: Listener | null = null;
/** Whose session this page shows; null when logged out, empty when the token could not be read. */
let subject: string | null = null;
let isSwitched = false;
let isLeaving = false;

/** True once another tab has logged in as somebody else: this page belongs to nobody any more. */
export function hasSwitched(): boolean {
  return isSwitched;
}

/** Stored tokens are valid: only for routing, the server decides. */
export function isLoggedIn(): boolean {
  return readTokens() !== null;
}

/** Keeps the tokens of a login. Load `me` afterwards. */
export function startSession(tokens: Tokens): void {
  writeTokens(tokens);
  subject = subjectOf(tokens.accessToken);
}

/** The user is logging out: whoever brings the news of the end first, it is that. */
export function startLeaving(): void {
  isLeaving = true;
}

/** The user stays after all: what was to end the session was refused. */
export function stopLeaving(): void {
  isLeaving = false;
}

/** Forgets the tokens and tells the app, once. */
export function endSession(why: SessionEnd): void {
  const had = subject !== null || readTokens() !== null;
  const reason = isLeaving ? 'left' : why;
  clearTokens();
  subject = null;
  isLeaving = false;
  if (had) listener?.onEnd(reason);
}

function followOtherTabs(event: StorageEvent): void {
  if (event.storageArea !== localStorage || !isTokenKey(event.key)) return;
  const tokens = readTokens();
  if (!tokens) {
    // A rotation in another tab writes both keys one after the other and never leaves a gap.
    if (subject !== null) endSession('elsewhere');
    return;
  }
  const next = subjectOf(tokens.accessToken);
  if (next === null || next === subject) return;
  // A page that did not know yet has only learned it, by a refresh in another tab.
  const switched = subject !== '';
  subject = next;
  if (!switched) return;
  isSwitched = true;
  listener?.onSwitch();
}

/** Reads the stored tokens at load, removes ended ones and follows the other tabs. */
export function watchSession(next: Listener): () => void {
  listener = next;
  const tokens = readTokens();
  subject = tokens && (subjectOf(tokens.accessToken) ?? '');
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listener = null;
    window.removeEventListener('storage', followOtherTabs);
  };
}
