import { LIMITS } from '@naru/contract/limits';
import { beforeEach, expect, it } from 'vitest';
import { clearMemberStorage, memberKey } from './member-storage.ts';
import { addRecentSearch, recentSearches } from './recent-searches.ts';

beforeEach(() => localStorage.clear());

it('keeps the last searches of a member, newest first, until the logout [PRIV-80]', () => {
  for (let n = 0; n < LIMITS.recentSearches + 2; n += 1) addRecentSearch(1, `검색 ${n}`);
  expect(recentSearches(1)).toHaveLength(LIMITS.recentSearches);
  expect(recentSearches(1)[0]).toBe('검색 9');
  addRecentSearch(1, '검색 5');
  expect(recentSearches(1).slice(0, 2)).toEqual(['검색 5', '검색 9']);
  addRecentSearch(2, '다른 회원');
  localStorage.setItem('naru.other', 'stored');
  clearMemberStorage();
  expect([recentSearches(1), recentSearches(2)]).toEqual([[], []]);
  expect(localStorage.getItem('naru.other')).toBe('stored');
});

it.each(['{', '"text"', '{"a":1}', '[1,null]'])('ignores a damaged entry %s', (damaged) => {
  localStorage.setItem(memberKey('searches.1'), damaged);
  expect(recentSearches(1)).toEqual([]);
});
