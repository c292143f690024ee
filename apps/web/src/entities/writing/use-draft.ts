import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { useOnHide } from '../../lib/use-on-hide.ts';
import { type DraftFile, readDraftFiles } from '../attachments/draft-files.ts';

export type DraftContent = {
  title: string;
  html: string;
  /** Serialised values of other fields, in the format of the form; may be empty. */
  choices: string;
  /** References of uploaded files. */
  files: DraftFile[];
  /** Set when exactly this was sent without a response. */
  clientId?: string | undefined;
  /** The version on the account that this was made from, or is. */
  account?: { version: string; isChanged: boolean } | undefined;
};

const DEBOUNCE_MS = 600;

/** Drafts of older versions have no `choices` and no `files`. */
type StoredContent = Pick<DraftContent, 'title' | 'html'> & {
  choices?: unknown;
  files?: unknown;
  clientId?: unknown;
  account?: unknown;
};

function isDraftContent(value: unknown): value is StoredContent {
  if (typeof value !== 'object' || value === null) return false;
  const { title, html }: { title?: unknown; html?: unknown } = value;
  return typeof title === 'string' && typeof html === 'string';
}

function readAccount(value: unknown): DraftContent['account'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { version, isChanged }: { version?: unknown; isChanged?: unknown } = value;
  if (typeof version !== 'string') return undefined;
  return { version, isChanged: isChanged !== false };
}

type FoundDraft = Draft<DraftContent> & { key: DraftKey };

/** The newest draft under any of the keys. */
function findDraft(keys: readonly DraftKey[]): FoundDraft | null {
  const drafts = keys.flatMap((key) => {
    const draft = loadDraft(key, isDraftContent);
    if (draft === null) return [];
    const { choices, files, clientId, account } = draft.content;
    const content = {
      ...draft.content,
      choices: String(choices ?? ''),
      files: readDraftFiles(files),
      clientId: typeof clientId === 'string' ? clientId : undefined,
      account: readAccount(account),
    };
    return [{ ...draft, key, content }];
  });
  return drafts.sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

export type DraftOptions = {
  /** The key to save under, then keys of drafts from earlier visits. */
  keys: readonly [DraftKey, ...DraftKey[]];
  /** Initial content; a draft equal to it is ignored. */
  initial: DraftContent;
  onFull: () => void;
};

/**
 * Saves the content as a draft: debounced, and at once when the page is hidden or left. A save
 * removes drafts under the other keys. `found` is the draft of an earlier visit.
 */
export function useDraft({ keys, initial, onFull }: DraftOptions) {
  const [found, setFound] = useState<FoundDraft | null>(() => {
    const draft = findDraft(keys);
    const { title, html, files = [] } = draft?.content ?? {};
    const isNew = title !== initial.title || html !== initial.html;
    return isNew || files.some(({ uploadedAt }) => uploadedAt !== null) ? draft : null;
  });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const waiting = useRef<DraftContent | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ keys, onFull });
  latest.current = { keys, onFull };

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const content = waiting.current;
    waiting.current = null;
    if (content === null) return;
    const [key, ...others] = latest.current.keys;
    others.forEach(removeDraft);
    if (saveDraft(key, content)) setSavedAt(Date.now());
    else latest.current.onFull();
  }, []);

  useOnHide(flush);
  useEffect(() => flush, [flush]);

  return {
    found,
    savedAt,
    keep: useCallback(
      (content: DraftContent) => {
        waiting.current = content;
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, DEBOUNCE_MS);
      },
      [flush],
    ),
    /** Hides the offer; the stored draft stays until overwritten. */
    dismiss: () => setFound(null),
    /** Removes all drafts after publishing or discarding. */
    drop: () => {
      waiting.current = null;
      clearTimeout(timer.current);
      setFound(null);
      latest.current.keys.forEach(removeDraft);
    },
  };
}
