import { useState } from 'react';
import * as z from 'zod/mini';
import { type DraftKey, loadDraft } from './draft.ts';
import { readTokens, subjectOf } from './session/tokens.ts';

/** `Sent` in a draft, so that what was sent without a response is stored once when it is sent again. */
export const sentInDraft = z.optional(z.object({ text: z.string(), id: z.string() }));

/** The draft of a form that is one of its kind, for `useStoredDraft`; nothing without a name. */
export function useFormDraft<T>(name: string | null, isContent: (value: unknown) => value is T) {
  const [key] = useState(() => (name === null ? null : ownKey(name)));
  /** What was typed before a reload. */
  const [typed] = useState(() => (key === null ? undefined : loadDraft(key, isContent)?.content));
  return { key, typed };
}

/** Null for a guest. */
function ownKey(name: string): DraftKey | null {
  const subject = subjectOf(readTokens()?.accessToken ?? '');
  return subject ? { memberId: Number(subject), boardType: name, postId: null } : null;
}
