import type { DraftContent as StoredContent, StoredDraft } from '@naru/contract/drafts';
import { LIMITS } from '@naru/contract/limits';
import { api } from '../../lib/api/api.ts';
import { ApiError, isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { createClientId } from '../../lib/client-id.ts';
import { hasSwitched, isLoggedIn } from '../../lib/session/session.ts';
import type { DraftContent } from './use-draft.ts';

const FIRST_MS = 1_500;
/** At most one save in this time. */
const PAUSE_MS = 5_000;
const RETRY_MS = 30_000;

/** The draft as the account has it. */
export type AccountDraft = { version: string; savedAt: number; content: DraftContent };

type Listener = {
  /** The account has exactly this now, under the version. */
  onSaved: (content: DraftContent, version: string) => void;
  /** Another device has changed the draft; nothing is saved until `resume`. */
  onOther: (other: AccountDraft) => void;
  /** Why the account refuses the draft; null once it accepts it again. */
  onRefused: (reason: string | null) => void;
};

export type AccountCopy = ReturnType<typeof createAccountCopy>;

export function isSameText(a: DraftContent, b: DraftContent): boolean {
  const filesOf = ({ files }: DraftContent) => files.map(({ key }) => key).join(' ');
  const isSame = a.title === b.title && a.html === b.html && a.choices === b.choices;
  return isSame && filesOf(a) === filesOf(b);
}

/**
 * The copy of one draft on the account. Saves at most every five seconds, each time from the version that it
 * knows, so that it never overwrites a text of another device unseen. It starts paused, until the caller has
 * compared. Failures are silent, because the browser has the draft too.
 */
export function createAccountCopy(place: string, known: string | null, listener: Listener) {
  let base = known;
  let waiting: DraftContent | null = null;
  let sending: Promise<void> | null = null;
  /** Of saves without a response, which may have been stored. */
  const unconfirmed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = 0;
  let isPaused = true;
  let hasEnded = false;

  async function find(): Promise<AccountDraft | null> {
    const { draft } = await api('GET /api/member/drafts/:place', { params: { place } });
    return draft && readStored(draft);
  }

  function schedule(): void {
    if (timer !== undefined || waiting === null || isPaused || hasEnded) return;
    timer = setTimeout(() => void flush(), Math.max(nextAt - Date.now(), FIRST_MS));
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Sends what waits, now. */
  function flush(): Promise<void> {
    stopTimer();
    if (sending !== null) return sending;
    const content = waiting;
    if (content === null || isPaused || hasEnded || !isOwnSession()) return Promise.resolve();
    waiting = null;
    nextAt = Date.now() + PAUSE_MS;
    sending = send(content).finally(() => {
      sending = null;
      schedule();
    });
    return sending;
  }

  async function send(content: DraftContent): Promise<void> {
    const version = createClientId();
    const body = { version, base, excerpt: excerptOf(content.html), content: storedOf(content) };
    try {
      const saved = await api('PUT /api/member/drafts/:place', { params: { place }, body });
      if (saved.savedAt !== null) confirm(content, version);
      else meet(content, saved.other);
    } catch (error) {
      if (isUnreachable(error)) {
        unconfirmed.add(version);
        waiting ??= content;
        nextAt = Date.now() + RETRY_MS;
      } else if (isRefusal(error)) {
        listener.onRefused(messageOf(error));
      }
    }
  }

  function confirm(content: DraftContent, version: string): void {
    base = version;
    unconfirmed.clear();
    listener.onRefused(null);
    listener.onSaved(content, version);
  }

  /** The account has another version than the known one. */
  function meet(content: DraftContent, stored: StoredDraft | null): void {
    const other = stored && readStored(stored);
    if (other !== null && isSameText(other.content, content)) {
      confirm(content, other.version);
      return;
    }
    waiting ??= content;
    if (other === null || unconfirmed.has(other.version)) {
      // Posted or deleted elsewhere, so that this is a new draft; or saved without a response.
      base = other?.version ?? null;
    } else {
      isPaused = true;
      listener.onOther(other);
    }
  }

  /** Drops the waiting text, also one that a save under way could not store. */
  async function settle(): Promise<void> {
    stopTimer();
    await sending;
    stopTimer();
    waiting = null;
  }

  async function remove(): Promise<void> {
    const version = base;
    if (version === null) return;
    base = null;
    const send = async () => {
      if (!isOwnSession()) return;
      await api('DELETE /api/member/drafts/:place', { params: { place }, query: { version } });
    };
    await send().catch((error: unknown) => {
      if (isUnreachable(error)) whenOnline(() => void send().catch(() => undefined));
    });
  }

  return {
    find,
    flush,
    keep(content: DraftContent): void {
      waiting = content;
      if (sending === null) schedule();
    },
    /** Goes on from `version`, which the member has seen. */
    resume(version: string | null): void {
      base = version;
      isPaused = false;
      schedule();
    },
    /** Goes on from the draft of another device instead of what waits. */
    take(version: string): void {
      waiting = null;
      base = version;
      isPaused = false;
    },
    /** Deletes the copy, in the known version only; a later text is a new draft. */
    async discard(): Promise<void> {
      await settle();
      await remove();
    },
    /** The same after the post was stored, for good. */
    async end(): Promise<void> {
      hasEnded = true;
      await settle();
      await remove();
    },
    /** The page is left. */
    leave(): void {
      void flush().finally(() => {
        hasEnded = true;
        stopTimer();
      });
    },
  };
}

function whenOnline(work: () => void): void {
  window.addEventListener('online', work, { once: true });
}

/** False after a log-out, and once another tab has logged in as another member. */
function isOwnSession(): boolean {
  return isLoggedIn() && !hasSwitched();
}

function readStored(draft: StoredDraft): AccountDraft {
  return { ...draft, savedAt: Date.parse(draft.savedAt) };
}

/** Too large, or too many. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 409);
}

function storedOf({ title, html, choices, files, clientId }: DraftContent): StoredContent {
  return { title, html, choices, files, ...(clientId !== undefined && { clientId }) };
}

/** Enough of the HTML for the beginning of its text. */
const EXCERPT_HTML = 4_000;
const TAG = /<(?:"[^"]*"|'[^']*'|[^>"'])*>/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** The beginning as plain text; a parser of HTML would need a policy of trusted types. */
export function excerptOf(html: string): string {
  const text = html
    .slice(0, EXCERPT_HTML)
    .replace(TAG, ' ')
    .replace(/<.*$/su, '')
    .replace(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  // Without half of a surrogate pair.
  return text.slice(0, LIMITS.draftExcerptMax).replace(/[\uD800-\uDBFF]$/, '');
}
