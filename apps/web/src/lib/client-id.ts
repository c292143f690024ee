import { useCallback, useRef } from 'react';

export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The client id of what a form sends: the same as long as that is the same, so that it is stored once.
 * `known` is the id under which it was sent in an earlier visit.
 */
export function useClientId(): (sent: unknown, known?: string) => string {
  const last = useRef({ text: '', id: '' });
  return useCallback((sent, known) => {
    const text = JSON.stringify(sent);
    if (known !== undefined) last.current = { text, id: known };
    if (last.current.text !== text) last.current = { text, id: createClientId() };
    return last.current.id;
  }, []);
}
