import { readDraftPlace } from '@naru/contract/drafts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftKey } from '../../lib/draft.ts';
import {
  type AccountCopy,
  type AccountDraft,
  createAccountCopy,
  isSameText,
} from './account-copy.ts';
import type { DraftContent } from './use-draft.ts';

/** The place of a draft on the account; null where drafts stay on the device, as anonymous ones do. */
export function placeOf({ boardType, postId }: DraftKey): string | null {
  const place = postId === null ? boardType : `${boardType}.${postId}`;
  return readDraftPlace(place) === null ? null : place;
}

/** The text of this device: typed, or the draft of an earlier visit. */
export type OwnText = {
  content: DraftContent;
  /** The account does not have it yet. */
  isChanged: boolean;
};

type Options = {
  /** Null: the draft stays on this device. */
  place: string | null;
  /** The draft stays on this device from now on: what the account has is offered, and nothing saved. */
  isLeaving: boolean;
  /** The version on the account that this device saw last. */
  known: string | null;
  /** A draft equal to it is no offer. */
  initial: DraftContent;
  own: () => OwnText | null;
  /** Returns whether this device has nothing newer. */
  onSaved: (content: DraftContent, version: string) => boolean;
  /** The account no longer has the draft of this device, which has nothing newer. */
  onGone: () => void;
};

/**
 * Keeps a copy of the draft on the account and finds the one of another device. `other` is that one until
 * the member has chosen; nothing is saved to the account meanwhile.
 */
export function useAccountCopy(options: Options) {
  const { place, isLeaving } = options;
  const latest = useRef(options);
  latest.current = options;
  const copy = useRef<AccountCopy | null>(null);
  const [other, setOther] = useState<AccountDraft | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    setOther(null);
    setSaved(false);
    setRefusal(null);
    if (place === null) return;
    const { known } = latest.current;
    const mine = createAccountCopy(place, known, {
      onSaved: (content, version) => {
        setSaved(latest.current.onSaved(content, version));
      },
      onOther: setOther,
      onRefused: setRefusal,
    });
    copy.current = mine;
    const compare = (draft: AccountDraft | null) => {
      const isOffer = isLeaving
        ? isLeft(mine, draft, latest.current)
        : isNewerElsewhere(draft, latest.current, known);
      if (isOffer) setOther(draft);
      else if (!isLeaving) goOn(mine, draft?.version ?? null, latest.current);
    };
    // Without a network the first save compares.
    const compareHere = (draft: AccountDraft | null) => copy.current === mine && compare(draft);
    mine.find().then(compareHere, () => isLeaving || mine.resume(known));
    return () => {
      copy.current = null;
      const { place: next, isLeaving: leavesNow } = latest.current;
      // The member has begun an anonymous text: nothing of it stays on the account.
      if (next === null || (leavesNow && !isLeaving)) void mine.discard();
      else mine.leave();
    };
  }, [place, isLeaving]);

  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && void copy.current?.flush();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, []);

  const keep = useCallback((content: DraftContent) => {
    setSaved(false);
    if (!latest.current.isLeaving) copy.current?.keep(content);
  }, []);

  return { copy, other, isSaved, refusal, keep, settle: () => setOther(null) };
}

/**
 * Whether the account has a text that this device lacks. What the device had saved and not changed since is
 * outdated then, or was posted or deleted elsewhere.
 */
function isNewerElsewhere(
  draft: AccountDraft | null,
  options: Options,
  known: string | null,
): boolean {
  const { own, onGone, initial } = options;
  const version = draft?.version ?? null;
  if (version !== known && own()?.isChanged === false) onGone();
  return (
    version !== known && draft !== null && !isSameText(draft.content, own()?.content ?? initial)
  );
}

/** Whether the account has a text that this device lacks; an equal one is deleted there. */
function isLeft(copy: AccountCopy, draft: AccountDraft | null, options: Options): boolean {
  if (draft === null) return false;
  const { own, initial } = options;
  if (!isSameText(draft.content, own()?.content ?? initial)) return true;
  copy.resume(draft.version);
  void copy.discard();
  return false;
}

function goOn(copy: AccountCopy, version: string | null, { own }: Options): void {
  copy.resume(version);
  const text = own();
  if (text?.isChanged) copy.keep(text.content);
}
