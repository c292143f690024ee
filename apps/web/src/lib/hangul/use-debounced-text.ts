import { useEffect, useState } from 'react';

/**
 * Debounces `text` by `delay` ms. Fed by `onText`, it never holds a half-composed syllable, so a
 * search for `학교` never requests `학ㄱ`.
 */
export function useDebouncedText(text: string, delay = 300): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, settled, delay]);
  return settled;
}
