import { createStore } from '../../lib/store.ts';

/** Whether the badges of unread posts may load: true once the page has loaded its own data. */
export const newBadgesEnabled = createStore(false);
