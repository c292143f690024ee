import { findBoard } from '@naru/contract/boards';
import { readTokens } from './session/tokens.ts';
import {
  loadWriting,
  placeOf,
  removeWriting,
  type StoredWriting,
  saveWriting,
  writingName,
  writingNames,
} from './stored-writing.ts';

/** Unsaved writing kept in the browser, one per member, board and post. */
export type DraftKey = {
  memberId: number;
  boardType: string;
  /** Null for a new post. */
  postId: number | null;
};

export type Draft<T> = StoredWriting<T>;

/** How the place of an anonymous draft begins that belongs to no board. */
export const ANONYMOUS_DRAFTS = 'SECRET';

function isAnonymousPlace(place: string): boolean {
  return place.startsWith(ANONYMOUS_DRAFTS) || (findBoard(place)?.anonymous ?? false);
}

function nameOf({ memberId, boardType, postId }: DraftKey): string {
  return writingName('draft', memberId, boardType, postId ?? 'new');
}

/** The draft, if there is one that `isContent` accepts and that is younger than 30 days. */
export function loadDraft<T>(
  key: DraftKey,
  isContent: (value: unknown) => value is T,
  now?: number,
): Draft<T> | null {
  return loadWriting(nameOf(key), isContent, now);
}

/** Keeps the draft; false when it could not be stored. */
export function saveDraft(key: DraftKey, content: unknown, now?: number): boolean {
  // After the logout nothing anonymous is written any more, whatever page is still closing.
  if (isAnonymousPlace(key.boardType) && readTokens() === null) return true;
  return saveWriting(nameOf(key), content, now);
}

export function removeDraft(key: DraftKey): void {
  removeWriting(nameOf(key));
}

/** Removes what was written for anonymous boards: on a shared computer it would name its author. */
export function removeAnonymousDrafts(): void {
  for (const name of writingNames()) {
    if (isAnonymousPlace(placeOf('draft', name)?.[1] ?? '')) removeWriting(name);
  }
}
