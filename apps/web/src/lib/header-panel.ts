import { createStore } from './store.ts';

export type PanelName = 'friends' | 'notifications';

/** The open panel of the header; pages may open one too. */
export const headerPanel = createStore<PanelName | null>(null);
