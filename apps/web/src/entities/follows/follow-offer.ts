import { memoryName } from '../../lib/member-memory.ts';
import { createStore } from '../../lib/store.ts';

const NAME = memoryName('follow-offers');
const KEPT = 200;

/** The post below which the viewer has just commented, and whose news are offered. */
export const followOffer = createStore<number | null>(null);

/** Posts whose news were offered in this tab. Those of anonymous posts are kept nowhere else. */
const offered = new Set<number>();

/** Offers the news of a post once, after the viewer's first comment there. */
export function offerFollow(postId: number): void {
  if (offered.has(postId) || readOffered().includes(postId)) return;
  offered.add(postId);
  followOffer.set(postId);
}

/** Puts the offer away; the device remembers it for open posts. */
export function endOffer(postId: number, isAnonymous: boolean): void {
  followOffer.set(null);
  if (isAnonymous) return;
  try {
    localStorage.setItem(NAME, JSON.stringify([postId, ...readOffered()].slice(0, KEPT)));
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
