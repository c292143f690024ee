import { BOARDS, type BoardType } from '@naru/contract/boards';
import {
  POST_FILTERS,
  type PostFilter,
  SEARCH_PERIODS,
  SEARCHED_ROOMS,
} from '@naru/contract/choices';
import { SEARCH_PLACES } from '@naru/contract/search-places';
import type { FindSearch } from '../../lib/search-parameters.ts';
import type { Filter } from '../../ui/filter-bar.tsx';

export const PLACES = [
  { value: '', label: '모든 곳' },
  ...SEARCH_PLACES.map((place) => ({
    value: place,
    label: place === SEARCHED_ROOMS ? '내 강의실' : BOARDS[place as BoardType].name,
  })),
];

const PERIOD_NAMES = { week: '최근 1주', month: '최근 1달', year: '최근 1년' };
export const PERIODS = [
  { value: '', label: '모든 기간' },
  ...SEARCH_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] })),
];

const FILTER_NAMES: Record<PostFilter, string> = {
  all: '제목, 내용, 작성자',
  title: '제목',
  content: '내용',
  writer: '작성자',
};
export const FILTERS = POST_FILTERS.toReversed().map((value) => ({
  value,
  label: FILTER_NAMES[value],
}));

/** What the address says of places, periods and parts that there are. */
export function knownChoices({ place, period, filter }: FindSearch) {
  return {
    place: SEARCH_PLACES.find((known) => known === place),
    period: SEARCH_PERIODS.find((known) => known === period),
    filter: POST_FILTERS.find((known) => known === filter),
  };
}

export const NO_FILTERS: FindSearch = { place: undefined, period: undefined, filter: undefined };

/** The filters of an address, and how each is taken back. */
export function searchFilters(
  search: FindSearch,
  onChoose: (chosen: FindSearch) => void,
): Filter[] {
  const { place, period, filter } = knownChoices(search);
  const chip = (key: string, label: string | undefined) =>
    label === undefined ? [] : [{ key, label, onRemove: () => onChoose({ [key]: undefined }) }];
  return [
    ...chip('place', place && PLACES.find(({ value }) => value === place)?.label),
    ...chip('period', period && PERIOD_NAMES[period]),
    ...chip('filter', filter && filter !== 'all' ? FILTER_NAMES[filter] : undefined),
  ];
}
