import { createStore } from '../../lib/store.ts';

/** Ids that tie the catalogue panel to its toggle button. */
export const CATALOG_ID = 'lecture-catalog';
export const CATALOG_TOGGLE_ID = 'lecture-catalog-toggle';

/** Whether the creation dialog is open; the side panel and the catalogue both open it. */
export const isCreating = createStore(false);
