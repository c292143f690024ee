import { memberKey } from '../../lib/member-storage.ts';
import { createStore } from '../../lib/store.ts';

const NAME = memberKey('follow-offers');
const MAX_STORED = 200;

/** The post below which the viewer has just commented and may follow now. */
export const followOffer = createStore<number | null>(null);

/** Posts offered in this tab. Nothing else remembers the anonymous ones. */
const offered = new Set<number>();

/** Offers to follow a post once, after the viewer's first comment there. */
export function offerFollow(postId: number): void {
  if (offered.has(postId) || readOffered().includes(postId)) return;
  offered.add(postId);
  followOffer.set(postId);
}

/** Dismisses the offer; the device remembers it for open posts. */
export function endOffer(postId: number, isAnonymous: boolean): void {
  followOffer.set(null);
  if (isAnonymous) return;
  try {
    localStorage.setItem(NAME, JSON.stringify([postId, ...readOffered()].slice(0, MAX_STORED)));
  } catch {
    // Without storage the offer returns in another tab.
  }
}

function readOffered(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
