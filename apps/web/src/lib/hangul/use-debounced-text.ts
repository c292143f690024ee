import { useEffect, useState } from 'react';

/** Debounces `text` by `delay` ms. Of what is searched, pass `searchedText`. */
export function useDebouncedText(text: string, delay = 300): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, settled, delay]);
  return settled;
}
