import { type RefCallback, useCallback, useState } from 'react';

/** How far below the screen an element may be. */
const MARGIN = '300px';
const canObserve = () => 'IntersectionObserver' in window;

/** True once the element of the ref has come near the screen: what it loads is needed now. */
export function useNear(): [boolean, RefCallback<HTMLElement>] {
  const [isNear, setNear] = useState(() => !canObserve());
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || !canObserve()) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isNear, ref];
}

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
