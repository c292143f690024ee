import { createStore } from './store.ts';

/** How much the viewer has written on this page: posts, comments and messages that the server has. */
export const ownWriting = createStore(0);

export function noteOwnWriting(): void {
  ownWriting.set(ownWriting.get() + 1);
}
