import { useEffect, useState } from 'react';

/**
 * A text that follows `text` after `delay` ms of rest. Feed it with what `onText` reports: that
 * never holds a half-composed syllable, so a search for `학교` never asks for `학ㄱ`.
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
