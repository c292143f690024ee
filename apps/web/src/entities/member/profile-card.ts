import { createStore } from '../../lib/store.ts';

/** The member whose profile card is open, rendered by one host in the app. */
export const shownProfile = createStore<number | null>(null);

export function openProfile(memberId: number): void {
  shownProfile.set(memberId);
}

export function closeProfile(): void {
  shownProfile.set(null);
}
