import { createStore } from './store.ts';

export type PanelName = 'friends' | 'notifications' | 'me' | 'menu' | 'lock';

/** The open panel of the header or of the bottom bar; pages may open one too. */
export const headerPanel = createStore<PanelName | null>(null);

/**
 * Attributes of a button that opens a panel, and closes it again. `isOpen` is whether it is open. The
 * panel hangs below the visible button with its name.
 */
export const panelButton = (name: PanelName, isOpen: boolean) => ({
  type: 'button' as const,
  'data-panel': name,
  'aria-haspopup': 'dialog' as const,
  'aria-expanded': isOpen,
  onClick: () => headerPanel.set(isOpen ? null : name),
});
