import { type RefObject, useEffect, useRef } from 'react';

/** For a form that is written below other content: its buttons stay in view when it opens and grows. */
export function useKeepInView(text: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes the height
  useEffect(() => {
    const { current } = form;
    if (current?.contains(document.activeElement)) current.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return form;
}
