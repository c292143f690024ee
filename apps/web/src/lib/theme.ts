import { createStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The same key and attribute as in `public/theme.js`, which runs before the first paint. */
const KEY = 'naru.theme';

function asTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

export const theme = createStore<Theme>(asTheme(document.documentElement.dataset.theme));

export function chooseTheme(next: Theme): void {
  document.documentElement.dataset.theme = next;
  theme.set(next);
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // A browser that stores nothing keeps the choice for this page only.
  }
}

/** Follows a choice made in another tab. */
export function watchTheme(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) {
      const next = asTheme(event.newValue);
      document.documentElement.dataset.theme = next;
      theme.set(next);
    }
  });
}
