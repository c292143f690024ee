import { useCallback, useEffect, useRef, useState } from 'react';
import { createClientId } from '../../lib/client-id.ts';
import {
  ANONYMOUS_DRAFTS,
  type DraftKey,
  loadDraft,
  removeDraft,
  saveDraft,
} from '../../lib/draft.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { useRestoredNote } from '../../lib/typed-draft.ts';
import { useOnHide } from '../../lib/use-on-hide.ts';

type DraftTarget = {
  memberId: number | undefined;
  postId: number;
  replyTo: number | null;
  isAnonymous: boolean;
};

/** A text with the client id under which it was sent without a response. */
type Sent = { text: string; clientId: string };

const NOTHING = { text: '' } as const;

function isSent(value: unknown): value is Sent {
  if (typeof value !== 'object' || value === null) return false;
  const { text, clientId }: { text?: unknown; clientId?: unknown } = value;
  return typeof text === 'string' && typeof clientId === 'string';
}

function isDraft(value: unknown): value is string | Sent {
  return typeof value === 'string' || isSent(value);
}

function keyOf({ memberId, postId, replyTo, isAnonymous }: DraftTarget): DraftKey | null {
  if (memberId === undefined) return null;
  const kind = replyTo === null ? 'comment' : `reply-${replyTo}`;
  return { memberId, boardType: isAnonymous ? `${ANONYMOUS_DRAFTS}-${kind}` : kind, postId };
}

/**
 * The text of a comment form, saved as a draft: debounced, and at once when the form unmounts or
 * the page is hidden. A text that is being sent leaves the form but stays the draft until it is stored.
 */
export function useCommentDraft({ memberId, postId, replyTo, isAnonymous }: DraftTarget) {
  const [found] = useState((): { text: string; clientId?: string } => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    const content = key ? loadDraft(key, isDraft)?.content : undefined;
    return typeof content === 'string' ? { text: content } : (content ?? NOTHING);
  });
  const [text, showText] = useState(found.text);
  // Ahead of the state, so that sending and closing in one step stores no draft.
  const newest = useRef(found);
  const sending = useRef<Sent | null>(null);
  /** What was found or stored is not stored again: another tab may have sent it since. */
  const done = useRef(JSON.stringify(found));
  const keep = useCallback(() => {
    const key = keyOf({ memberId, postId, replyTo, isAnonymous });
    const { text: whole, clientId } = joined(sending.current, newest.current);
    const content = JSON.stringify({ text: whole, clientId });
    if (!key || content === done.current) return;
    done.current = content;
    if (whole.trim() === '') removeDraft(key);
    else saveDraft(key, clientId === undefined ? whole : { text: whole, clientId });
  }, [memberId, postId, replyTo, isAnonymous]);

  const settled = useDebouncedText(text);
  useEffect(() => {
    if (settled === newest.current.text) keep();
  }, [settled, keep]);
  useOnHide(keep);
  useEffect(() => keep, [keep]);

  const show = useCallback((next: { text: string; clientId?: string }) => {
    newest.current = next;
    showText(next.text);
  }, []);
  const { draft, hide } = useRestoredNote({
    isRestored: found.text !== '',
    read: () => newest.current,
    show,
    blank: NOTHING,
  });
  return {
    text,
    draft,
    setText: useCallback((next: string) => show({ text: next }), [show]),
    /** Empties the form to send `content`; returns its client id. */
    take(content: string): string {
      const { text: typed, clientId: known } = newest.current;
      const clientId = (typed === content ? known : undefined) ?? createClientId();
      sending.current = { text: content, clientId };
      show(NOTHING);
      hide();
      keep();
      return clientId;
    },
    /** The text is stored, or returns to the form, or to the draft if the form is gone. */
    settle(isStored: boolean) {
      if (!isStored) show(joined(sending.current, newest.current));
      sending.current = null;
      keep();
    },
  };
}

/** Appends what was typed during a submission to the submitted text; the result needs another client id. */
function joined(sent: Sent | null, typed: { text: string; clientId?: string }) {
  if (sent === null) return typed;
  return typed.text === '' ? sent : { text: `${sent.text}\n${typed.text}` };
}
