import { findBoard } from '@naru/contract/boards';
import { readTokens } from './session/tokens.ts';
import {
  loadWriting,
  removeWriting,
  type StoredWriting,
  saveWriting,
  writingName,
  writingNames,
} from './stored-writing.ts';

/** Key of a draft: one per member, board and post. */
export type DraftKey = {
  memberId: number;
  boardType: string;
  /** Null for a new post. */
  postId: number | null;
};

export type Draft<T> = StoredWriting<T>;

/** Prefix of `boardType` in keys of anonymous drafts outside a board, such as comments. */
export const ANONYMOUS_DRAFTS = 'SECRET';

function isAnonymous(boardType: string): boolean {
  return boardType.startsWith(ANONYMOUS_DRAFTS) || (findBoard(boardType)?.anonymous ?? false);
}

function nameOf({ memberId, boardType, postId }: DraftKey): string {
  return writingName('draft', memberId, boardType, postId ?? 'new');
}

/** Returns the draft if `isContent` accepts it and it is younger than 30 days. */
export function loadDraft<T>(
  key: DraftKey,
  isContent: (value: unknown) => value is T,
  now?: number,
): Draft<T> | null {
  return loadWriting(nameOf(key), isContent, now);
}

/** Returns false when the storage is full or blocked. */
export function saveDraft(key: DraftKey, content: unknown, now?: number): boolean {
  // A page that closes after the logout must not write an anonymous draft back.
  if (isAnonymous(key.boardType) && readTokens() === null) return true;
  return saveWriting(nameOf(key), content, now);
}

export function removeDraft(key: DraftKey): void {
  removeWriting(nameOf(key));
}

/** On a shared computer an anonymous draft or unsent comment would reveal its author. */
export function removeAnonymousDrafts(): void {
  for (const name of writingNames()) {
    const [, , , boardType = ''] = name.split('.');
    if (isAnonymous(boardType)) removeWriting(name);
  }
}
