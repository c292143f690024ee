import { useEffectEvent, useLayoutEffect } from 'react';
import { openLayer } from '../lib/layer-history.ts';

/** While `open`, Back on a phone calls `onClose` instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (open ? openLayer(() => close()) : undefined), [open]);
}
