import { findBoard } from '@naru/contract/boards';
import { readTokens } from './session/tokens.ts';

/**
 * Unsaved writing kept in the browser, one per member, board and post (decisions 64). Storage that
 * is full or forbidden never breaks the page: old drafts make room, else saving answers false.
 */
export type DraftKey = {
  memberId: number;
  boardType: string;
  /** Null for a new post. */
  postId: number | null;
};

export type Draft<T> = { savedAt: number; content: T };

const PREFIX = 'naru.draft.';
/** How the place of an anonymous draft begins that belongs to no board. */
export const ANONYMOUS_DRAFTS = 'SECRET';
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

function isAnonymousPlace(place: string): boolean {
  return place.startsWith(ANONYMOUS_DRAFTS) || (findBoard(place)?.anonymous ?? false);
}

function nameOf(key: DraftKey): string {
  return `${PREFIX}${key.memberId}.${key.boardType}.${key.postId ?? 'new'}`;
}

function read(name: string): Draft<unknown> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    if (!('savedAt' in value) || typeof value.savedAt !== 'number' || !('content' in value)) {
      return null;
    }
    return { savedAt: value.savedAt, content: value.content };
  } catch {
    return null;
  }
}

/** Names of all drafts, oldest first. */
function draftNames(): string[] {
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
  return names
    .filter((name): name is string => name?.startsWith(PREFIX) ?? false)
    .sort((a, b) => (read(a)?.savedAt ?? 0) - (read(b)?.savedAt ?? 0));
}

/** The draft, if there is one that `isContent` accepts and that is younger than 30 days. */
export function loadDraft<T>(
  key: DraftKey,
  isContent: (value: unknown) => value is T,
  now = Date.now(),
): Draft<T> | null {
  const draft = read(nameOf(key));
  if (!draft || now - draft.savedAt > KEEP_MS || !isContent(draft.content)) return null;
  return { savedAt: draft.savedAt, content: draft.content };
}

/** Keeps the draft; when the storage is full the oldest other drafts go first. False: not kept. */
export function saveDraft(key: DraftKey, content: unknown, now = Date.now()): boolean {
  // After the logout nothing anonymous is written any more, whatever page is still closing.
  if (isAnonymousPlace(key.boardType) && readTokens() === null) return true;
  const name = nameOf(key);
  const text = JSON.stringify({ savedAt: now, content });
  const others = [...tryNames()].filter((other) => other !== name);
  for (;;) {
    try {
      localStorage.setItem(name, text);
      return true;
    } catch {
      const oldest = others.shift();
      if (oldest === undefined) return false;
      localStorage.removeItem(oldest);
    }
  }
}

function tryNames(): string[] {
  try {
    return draftNames();
  } catch {
    return [];
  }
}

export function removeDraft(key: DraftKey): void {
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Nothing was stored, so nothing is left behind.
  }
}

/** Removes what was written for anonymous boards: on a shared computer it would name its author. */
export function removeAnonymousDrafts(): void {
  for (const name of tryNames()) {
    const [, place = ''] = name.slice(PREFIX.length).split('.');
    if (isAnonymousPlace(place)) localStorage.removeItem(name);
  }
}
