import { createStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Shared with `public/start.js`, which runs before the first paint. */
const KEY = 'naru.theme';

function asTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

export const theme = createStore<Theme>(asTheme(document.documentElement.dataset.theme));

function applyTheme(next: Theme): void {
  document.documentElement.dataset.theme = next;
  theme.set(next);
}

export function chooseTheme(next: Theme): void {
  applyTheme(next);
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts for this page only.
  }
}

/** Follows a choice made in another tab. */
export function watchTheme(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) applyTheme(asTheme(event.newValue));
  });
}
