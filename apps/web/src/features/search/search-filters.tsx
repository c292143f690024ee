import { BOARDS, type BoardType } from '@naru/contract/boards';
import {
  POST_FILTERS,
  type PostFilter,
  SEARCH_PERIODS,
  SEARCHED_ROOMS,
} from '@naru/contract/choices';
import { SEARCH_PLACES } from '@naru/contract/search-places';
import type { FindSearch } from '../../lib/search-parameters.ts';
import { Select } from '../../ui/select.tsx';

const PLACES = [
  { value: '', label: '모든 곳' },
  ...SEARCH_PLACES.map((place) => ({
    value: place,
    label: place === SEARCHED_ROOMS ? '내 강의실' : BOARDS[place as BoardType].name,
  })),
];

const PERIOD_NAMES = { week: '최근 1주', month: '최근 1달', year: '최근 1년' };
const PERIODS = [
  { value: '', label: '모든 기간' },
  ...SEARCH_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] })),
];

const FILTER_NAMES: Record<PostFilter, string> = {
  all: '제목, 내용, 작성자',
  title: '제목',
  content: '내용',
  writer: '작성자',
};
const FILTERS = POST_FILTERS.toReversed().map((value) => ({ value, label: FILTER_NAMES[value] }));

/** What the address says of places, periods and parts that there are. */
export function knownChoices({ place, period, filter }: FindSearch) {
  return {
    place: SEARCH_PLACES.find((known) => known === place),
    period: SEARCH_PERIODS.find((known) => known === period),
    filter: POST_FILTERS.find((known) => known === filter),
  };
}

type SearchFiltersProps = { search: FindSearch; onChoose: (chosen: FindSearch) => void };

export function SearchFilters({ search, onChoose }: SearchFiltersProps) {
  const { place = '', period = '', filter = 'all' } = knownChoices(search);
  return (
    <div className="flex flex-wrap gap-2 px-5 pb-4 max-md:px-4">
      <Select
        aria-label="찾을 곳"
        options={PLACES}
        value={place}
        onChange={({ target }) => onChoose({ place: target.value || undefined })}
      />
      <Select
        aria-label="기간"
        options={PERIODS}
        value={period}
        onChange={({ target }) => onChoose({ period: target.value || undefined })}
      />
      <Select
        aria-label="찾을 부분"
        options={FILTERS}
        value={filter}
        onChange={({ target }) =>
          onChoose({ filter: target.value === 'all' ? undefined : target.value })
        }
      />
    </div>
  );
}
