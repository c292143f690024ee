import { isImeKey } from './hangul/ime-key.ts';
import { PATHS } from './paths.ts';
import { isWriting } from './search-keys.ts';
import { createStore } from './store.ts';

export type PageKey = 'next' | 'previous' | 'write' | 'help';

/** By the position of the key, which a Korean layout does not change. */
const KEYS: Readonly<Record<string, PageKey>> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyN: 'write',
};

const LAYERS = '[data-modal], [role=menu]';

/** What a key outside of writing fields and open layers asks for; null for any other key. */
export function pageKeyOf(event: KeyboardEvent): PageKey | null {
  const { code, key, shiftKey } = event;
  if (event.defaultPrevented || isImeKey(event)) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return null;
  if (key === '?' || (shiftKey && code === 'Slash')) return 'help';
  return shiftKey ? null : (KEYS[code] ?? null);
}

/** Whether somebody writes or a layer is open, or in the console, which has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  const isInPanel = target instanceof Element && target.closest('[role=dialog]') !== null;
  if (isInPanel || isWriting(target) || isAt(PATHS.admin)) return true;
  return document.querySelector(LAYERS) !== null;
}

function isAt(path: string): boolean {
  const { pathname } = window.location;
  return pathname === path || pathname.startsWith(`${path}/`);
}

const STORED = 'naru.keys';
const OFF = 'off';

/** Whether single letters work on this device. */
export const pageKeysEnabled = createStore(readEnabled());

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORED) !== OFF;
  } catch {
    return true;
  }
}

export function enablePageKeys(enabled: boolean): void {
  pageKeysEnabled.set(enabled);
  try {
    if (enabled) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, OFF);
  } catch {
    // Without storage the choice lasts for this page only.
  }
}

/** Whether the list of the keys is open. */
export const isShowingKeys = createStore(false);
