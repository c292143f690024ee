import { ANONYMOUS_DRAFT_KEY } from './member-storage.ts';
import { isOfAnother } from './session/is-of-another.ts';
import { readTokens, subjectOf } from './session/tokens.ts';
import {
  loadWriting,
  NOBODY,
  removeWriting,
  type StoredWriting,
  saveWriting,
  writingName,
} from './stored-writing.ts';

/** Key of a draft: one per member, board and post. */
export type DraftKey = {
  /** `NOBODY` in a form without a login: the draft stays in the tab. */
  memberId: number;
  boardType: string;
  /** Null for a new post. */
  postId: number | null;
};

export type Draft<T> = StoredWriting<T>;

/** Prefix of `boardType` in keys of anonymous drafts outside a board, such as comments. */
export const ANONYMOUS_DRAFTS = 'SECRET';

/** False on a page whose member has logged out, so that it writes nothing anonymous back. */
export function mayKeepAnonymous(memberId: number): boolean {
  return readTokens() !== null && !isOfAnother(memberId);
}

/** The key of the logged-in member's draft of one form; null for a guest. */
export function ownDraftKey(name: string): DraftKey | null {
  const subject = subjectOf(readTokens()?.accessToken ?? '');
  return subject ? { memberId: Number(subject), boardType: name, postId: null } : null;
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
  const name = nameOf(key);
  const isOfMember = key.memberId !== NOBODY;
  if (isOfMember && ANONYMOUS_DRAFT_KEY.test(name) && !mayKeepAnonymous(key.memberId)) return true;
  return saveWriting(name, content, now);
}

export function removeDraft(key: DraftKey): void {
  removeWriting(nameOf(key));
}
