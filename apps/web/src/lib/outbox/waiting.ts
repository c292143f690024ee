import { createStore } from '../store.ts';

/** How many comments of the member wait for the network or were refused, for the bottom bar. */
export const waitingComments = createStore({ memberId: 0, count: 0 });
