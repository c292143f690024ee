import { createStore } from '../../lib/store.ts';

/** True once the page has loaded what it needs first. */
export const newMarksWanted = createStore(false);
