import { LIMITS } from '@naru/contract/limits';
import { memberKey } from './member-storage.ts';

const nameOf = (memberId: number) => memberKey(`searches.${memberId}`);

/** The member's last searches on this device, newest first; empty without storage. */
export function recentSearches(memberId: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(memberId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function store(memberId: number, searches: string[]): string[] {
  try {
    localStorage.setItem(nameOf(memberId), JSON.stringify(searches));
  } catch {
    // Without storage they last as long as the page.
  }
  return searches;
}

/** Puts a search first; returns all stored ones. */
export function addRecentSearch(memberId: number, query: string): string[] {
  const others = recentSearches(memberId).filter((one) => one !== query);
  return store(memberId, [query, ...others].slice(0, LIMITS.recentSearches));
}

/** Removes one search, or all; returns those that are left. */
export function removeRecentSearch(memberId: number, query?: string): string[] {
  const left = query === undefined ? [] : recentSearches(memberId).filter((one) => one !== query);
  return store(memberId, left);
}
