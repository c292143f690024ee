import { useCallback, useRef, useState } from 'react';
import { createClientId } from './client-id.ts';

/** What was sent last, as JSON, and its client id. */
export type Sent = { text: string; id: string };

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
