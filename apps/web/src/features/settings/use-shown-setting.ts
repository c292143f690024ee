import { useLocation } from '@tanstack/react-router';
import { useArrival, useShowTarget } from '../../lib/arrival.ts';
import { SETTINGS } from './setting-names.ts';

const CONTROL = 'input:not([type=file]), textarea, select, button';

/** Scrolls to the setting that the hash of the address names, and focuses its first control. */
export function useShownSetting(): void {
  const name = useLocation({ select: ({ hash }) => hash });
  useShowTarget(useArrival(), () => findSetting(name), CONTROL);
}

function findSetting(name: string): HTMLElement | null | undefined {
  if (!Object.hasOwn(SETTINGS, name)) return null;
  const part = document.querySelector<HTMLElement>(`[data-setting="${name}"]`);
  return part ?? document.getElementsByName(name)[0]?.parentElement;
}
