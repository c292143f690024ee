import { createStore } from '../../lib/store.ts';

/** The side panel and the catalogue both open the creation dialog. */
export const isCreating = createStore(false);

export function openLectureDialog(): void {
  isCreating.set(true);
}

export function closeLectureDialog(): void {
  isCreating.set(false);
}
