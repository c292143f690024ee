import { LIMITS } from '@naru/contract/limits';
import type { Poll, PollInput } from '@naru/contract/polls';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../../../lib/clock.ts';
import { fromLocalTime, toLocalTime } from '../../../lib/format/dates.ts';

const draftSchema = z.object({
  options: z.array(z.string()).check(z.minLength(2), z.maxLength(LIMITS.pollOptionsMax)),
  maxChoices: z.int(),
  isAnonymous: z.boolean(),
  /** Korean time, `2026-11-20T14:02`, or empty. */
  endsAt: z.string(),
});
/** A poll as it is typed. */
export type PollDraft = z.output<typeof draftSchema>;

const joinedSchema = z.object({ poll: draftSchema, rest: z.string() });

type PollErrors = { options?: string; endsAt?: string };

/** The poll that the post has. */
export type StoredPoll = Pick<
  Poll,
  'options' | 'maxChoices' | 'isAnonymous' | 'endsAt' | 'voterCount'
>;

export type PollOptions = ReturnType<typeof usePollDraft>;

/** The poll of a post that is written; null without one. On anonymous boards it is always anonymous. */
export function usePollDraft(stored: StoredPoll | undefined, isAlwaysAnonymous: boolean) {
  const [initial] = useState(() => draftOf(stored));
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<PollErrors>({});
  const [focused, setFocused] = useState<number | null>(null);
  const isFixed = (stored?.voterCount ?? 0) > 0;
  const set = (next: PollDraft | null) => {
    setDraft(next);
    setErrors({});
    setFocused(null);
  };
  return {
    draft,
    errors,
    isAlwaysAnonymous,
    /** Somebody has voted. */
    isFixed,
    isTouched: JSON.stringify(draft) !== JSON.stringify(initial),
    /** Place of the option that the member has added last, which gets the focus. */
    focused,
    add() {
      set({ options: ['', ''], maxChoices: 1, isAnonymous: true, endsAt: '' });
      setFocused(0);
    },
    addOption() {
      if (draft === null || draft.options.length >= LIMITS.pollOptionsMax) return;
      // An Enter that ends a composition reports the text and adds an option at one go.
      setDraft((now) => now && { ...now, options: [...now.options, ''] });
      setFocused(draft.options.length);
    },
    remove: () => set(null),
    change: (next: Partial<PollDraft>) => set(draft && { ...draft, ...next }),
    set,
    check(): boolean {
      const found = draft === null || isFixed ? {} : findErrors(draft, initial?.endsAt);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    /** The field of the post. */
    ofPost:
      isFixed || (draft === null && stored === undefined)
        ? {}
        : { poll: draft && inputOf(draft, isAlwaysAnonymous) },
  };
}

function draftOf(poll: StoredPoll | undefined): PollDraft | null {
  if (poll === undefined) return null;
  const { options, maxChoices, isAnonymous, endsAt } = poll;
  return {
    options: options.map(({ text }) => text),
    maxChoices,
    isAnonymous,
    endsAt: endsAt === null ? '' : toLocalTime(endsAt),
  };
}

const typedOptions = ({ options }: PollDraft) =>
  options.map((text) => text.normalize('NFC').trim()).filter((text) => text !== '');

function inputOf(draft: PollDraft, isAlwaysAnonymous: boolean): PollInput {
  const options = typedOptions(draft);
  return {
    options,
    maxChoices: Math.min(draft.maxChoices, Math.max(1, options.length)),
    isAnonymous: isAlwaysAnonymous || draft.isAnonymous,
    endsAt: draft.endsAt === '' ? null : fromLocalTime(draft.endsAt),
  };
}

/** An end that is stored may be over. */
function findErrors(draft: PollDraft, storedEnd = ''): PollErrors {
  const options = typedOptions(draft);
  const errors: PollErrors = {};
  if (options.length < LIMITS.pollOptionsMin) errors.options = TEXTS.pollOptions;
  else if (new Set(options).size < options.length) errors.options = TEXTS.pollOptionTwice;
  const isNew = draft.endsAt !== '' && draft.endsAt !== storedEnd;
  if (isNew && Date.parse(fromLocalTime(draft.endsAt)) <= serverNow()) {
    errors.endsAt = TEXTS.pollEndPast;
  }
  return errors;
}

/** The choices of a form together with its poll, for the draft. */
export function textWithPoll(rest: string, draft: PollDraft | null): string {
  return draft === null ? rest : JSON.stringify({ poll: draft, rest });
}

/** What `textWithPoll` joined; a text of a draft without a poll has none. */
export function splitPollText(text: string): { poll: PollDraft | null; rest: string } {
  try {
    return joinedSchema.parse(JSON.parse(text));
  } catch {
    return { poll: null, rest: text };
  }
}
