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

/** How the place of a draft for an anonymous board begins. */
export const ANONYMOUS_DRAFTS = 'SECRET';

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
  if (key.boardType.startsWith(ANONYMOUS_DRAFTS) && readTokens() === null) return true;
  return saveWriting(nameOf(key), content, now);
}

export function removeDraft(key: DraftKey): void {
  removeWriting(nameOf(key));
}

/** Removes what was written for anonymous boards: on a shared computer it would name its author. */
export function removeAnonymousDrafts(): void {
  for (const name of writingNames()) {
    if (placeOf('draft', name)?.[1]?.startsWith(ANONYMOUS_DRAFTS)) removeWriting(name);
  }
}
