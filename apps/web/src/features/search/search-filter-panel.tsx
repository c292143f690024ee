import type { FindSearch } from '../../lib/search-parameters.ts';
import type { FilterPanelProps } from '../../ui/filter-bar.tsx';
import { FilterPanel, Pills } from '../../ui/filter-panel.tsx';
import {
  FILTERS,
  knownChoices,
  NO_FILTERS,
  PERIODS,
  PLACES,
  searchFilters,
} from './search-filters.ts';

type SearchFilterPanelProps = FilterPanelProps & {
  search: FindSearch;
  onChoose: (chosen: FindSearch) => void;
};

/** Where, since when and in which part of a post a search looks. */
export function SearchFilterPanel({ search, onChoose, ...panel }: SearchFilterPanelProps) {
  const { place = '', period = '', filter = 'all' } = knownChoices(search);
  const isAny = searchFilters(search, onChoose).length > 0;
  return (
    <FilterPanel {...panel} onReset={isAny ? () => onChoose(NO_FILTERS) : undefined}>
      <Pills
        legend="검색할 곳"
        items={PLACES}
        value={place}
        onChange={(next) => onChoose({ place: next || undefined })}
      />
      <Pills
        legend="기간"
        items={PERIODS}
        value={period}
        onChange={(next) => onChoose({ period: next || undefined })}
      />
      <Pills
        legend="검색 범위"
        items={FILTERS}
        value={filter}
        onChange={(next) => onChoose({ filter: next === 'all' ? undefined : next })}
      />
    </FilterPanel>
  );
}
