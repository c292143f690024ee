import { createStore } from './store.ts';

export type PanelName = 'friends' | 'notifications';

/** The panel of the header that is open; pages open one through this too. */
export const headerPanel = createStore<PanelName | null>(null);

export function openHeaderPanel(name: PanelName): void {
  headerPanel.set(name);
}

export function closeHeaderPanel(): void {
  headerPanel.set(null);
}
