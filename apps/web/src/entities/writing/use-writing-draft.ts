import { useCallback, useRef, useState } from 'react';
import { type OwnText, placeOf, useAccountCopy } from './use-account-copy.ts';
import { type DraftContent, type DraftOptions, useDraft } from './use-draft.ts';

type Options = DraftOptions & {
  /** The text may become anonymous, so that nothing of it may reach the account. */
  staysHere: boolean;
  /** The draft of an earlier time on the account is offered once and then only on this device. */
  movesHere: boolean;
};

export type WritingDraft = ReturnType<typeof useWritingDraft>;

/** The draft of a form: first on this device, then on the account, where other devices find it. */
export function useWritingDraft({ staysHere, movesHere, ...options }: Options) {
  const local = useDraft(options);
  const [first] = useState(local.found);
  const known = useRef(first?.content.account?.version ?? null);
  const own = useRef<OwnText | null>(
    first && { content: first.content, isChanged: first.content.account?.isChanged !== false },
  );
  // The text of this device before that of another one took its place.
  const [replaced, setReplaced] = useState<DraftContent | null>(null);
  const isHidden = local.found !== null && placeOf(local.found.key) === null;
  const isHere = staysHere || isHidden;
  const formerPlace = movesHere ? (options.keys.map(placeOf).find(Boolean) ?? null) : null;
  const place = isHere ? formerPlace : placeOf(options.keys[0]);

  const { keep: keepHere } = local;
  const store = useCallback(
    (text: OwnText) => {
      own.current = text;
      const { current: version } = known;
      const account = version === null ? undefined : { version, isChanged: text.isChanged };
      keepHere({ ...text.content, account });
    },
    [keepHere],
  );
  const account = useAccountCopy({
    place,
    isLeaving: isHere,
    known: known.current,
    initial: options.initial,
    own: () => own.current,
    onSaved: (content, version) => {
      known.current = version;
      const text = own.current;
      const isChanged = text !== null && text.content !== content;
      if (text !== null) store({ content: text.content, isChanged });
      return !isChanged;
    },
    onGone: () => {
      own.current = null;
      known.current = null;
      local.drop();
    },
  });
  const { copy, other, keep: keepOnAccount } = account;
  const keep = useCallback(
    (content: DraftContent) => {
      store({ content, isChanged: true });
      keepOnAccount(content);
    },
    [store, keepOnAccount],
  );

  return {
    found: local.found,
    savedAt: local.savedAt,
    other,
    replaced,
    isOnAccount: account.isSaved,
    refusal: account.refusal,
    staysHere: isHere || place === null,
    /** Whether this device has a text that the one of another device would replace. */
    hasOwn: () => own.current !== null,
    keep,
    dismiss: local.dismiss,
    /** Replaces the text of this device by that of another one; returns it for the form. */
    takeOther: (): DraftContent | null => {
      if (other === null) return null;
      setReplaced(own.current?.content ?? null);
      known.current = isHere ? null : other.version;
      copy.current?.take(other.version);
      if (isHere) void copy.current?.discard();
      account.settle();
      local.dismiss();
      store({ content: other.content, isChanged: isHere });
      return other.content;
    },
    /** Goes on with the text of this device, which replaces the other one; returns it for the form. */
    keepOwn: (): DraftContent | null => {
      if (other === null) return null;
      known.current = isHere ? null : other.version;
      copy.current?.resume(other.version);
      if (isHere) void copy.current?.discard();
      account.settle();
      if (own.current !== null) keepOnAccount(own.current.content);
      return own.current?.content ?? null;
    },
    /** Takes back `takeOther`; returns the text for the form. */
    takeBack: (): DraftContent | null => {
      setReplaced(null);
      if (replaced === null) return null;
      keep(replaced);
      return replaced;
    },
    /** Deletes what was offered, here and on the account. */
    discard: () => {
      own.current = null;
      if (other !== null) copy.current?.resume(other.version);
      account.settle();
      known.current = null;
      void copy.current?.discard();
      local.drop();
    },
    /** The post is stored. */
    end: () => {
      own.current = null;
      void copy.current?.end();
      local.drop();
    },
  };
}
