import { createStore } from '../../lib/store.ts';

/** Whether the creation dialog is open: the side panel and the catalogue both open it. */
export const isCreating = createStore(false);

export function openLectureDialog(): void {
  isCreating.set(true);
}

export function closeLectureDialog(): void {
  isCreating.set(false);
}
