import { type RefCallback, useCallback, useState } from 'react';

/** Whether any part of the element of the ref is on the screen; true without an `IntersectionObserver`. */
export function useOnScreen(): [boolean, RefCallback<HTMLElement>] {
  const [isOnScreen, setOnScreen] = useState(true);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isOnScreen, ref];
}
