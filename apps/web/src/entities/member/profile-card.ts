import { createStore } from '../../lib/store.ts';

/** The member whose profile card is shown; the app mounts one host that follows it. */
export const shownProfile = createStore<number | null>(null);

/** Shows the profile card of a member over whatever page is open. */
export function openProfile(memberId: number): void {
  shownProfile.set(memberId);
}

export function closeProfile(): void {
  shownProfile.set(null);
}
