import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { createClientId } from './client-id.ts';
import { loadDraft, ownDraftKey } from './draft.ts';

/** `Sent` in a draft, so that what was sent without a response is stored once when it is sent again. */
export const sentInDraft = z.optional(z.object({ text: z.string(), id: z.string() }));

/** The draft of a form that is one of its kind, for `useStoredDraft`; nothing without a name. */
export function useFormDraft<T>(name: string | null, isContent: (value: unknown) => value is T) {
  const [key] = useState(() => (name === null ? null : ownDraftKey(name)));
  /** What was typed before a reload. */
  const [typed] = useState(() => (key === null ? undefined : loadDraft(key, isContent)?.content));
  return { key, typed };
}

/** What was sent last, as JSON, and its client id. */
type Sent = { text: string; id: string };

/**
 * The client id of what a form sends: the same as long as that is the same, so that it is stored once.
 * `known` is the id under which it was sent in an earlier visit.
 */
export function useClientId(): (sent: unknown, known?: string) => string {
  return useSent().clientIdOf;
}

/** The same for a form whose draft keeps `sent`; `before` is that of an earlier visit. */
export function useSent(before: Sent = { text: '', id: '' }) {
  const last = useRef(before);
  const [sent, setSent] = useState<Sent | undefined>(before.id === '' ? undefined : before);
  const clientIdOf = useCallback((body: unknown, known?: string) => {
    const text = JSON.stringify(body);
    if (known !== undefined) last.current = { text, id: known };
    if (last.current.text !== text) last.current = { text, id: createClientId() };
    setSent(last.current);
    return last.current.id;
  }, []);
  return { sent, clientIdOf };
}
