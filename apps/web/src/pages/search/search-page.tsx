import { LIMITS } from '@naru/contract/limits';
import { isSearchable } from '@naru/contract/search-places';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NOTHING_YET, PartialNote } from '../../entities/search/partial-note.tsx';
import { RecentList } from '../../features/search/recent-list.tsx';
import {
  cleanQuery,
  searchQuery,
  useRecentSearches,
} from '../../features/search/search.queries.ts';
import { knownChoices, searchFilters } from '../../features/search/search-filters.ts';
import { FoundLectures, FoundPeople, FoundPosts } from '../../features/search/search-results.tsx';
import { searchedText } from '../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { PATHS } from '../../lib/paths.ts';
import type { FindSearch } from '../../lib/search-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const SearchFilterPanel = lazyPart(
  async () => (await import('../../features/search/search-filter-panel.tsx')).SearchFilterPanel,
);

const route = getRouteApi(PATHS.search);

/** The search over everything; what is searched is in the URL. */
export function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { query = '' } = search;
  const { recent, add, remove } = useRecentSearches();
  const show = (next: FindSearch, replace = false) => void navigate({ search: next, replace });
  const choose = (chosen: FindSearch) => show({ ...search, ...chosen, page: undefined });
  const submit = (text: string) => {
    const asked = cleanQuery(text);
    if (isSearchable(asked)) add(asked);
    if (asked !== query) choose({ query: asked || undefined });
  };
  return (
    <Page title="검색">
      <Card as="section" className="overflow-clip">
        <FilterBar
          className="pt-5 pb-3 max-md:pt-1.5 max-md:pb-2"
          filters={searchFilters(search, choose)}
          panel={(panel) => <SearchFilterPanel {...panel} search={search} onChoose={choose} />}
        >
          <PageHeading className="flex-1 max-md:text-xl">검색</PageHeading>
        </FilterBar>
        <div className="px-5 pb-3 max-md:px-4">
          <SearchInput
            query={query}
            onSettled={(text) =>
              show({ ...search, query: text || undefined, page: undefined }, true)
            }
            onSubmit={submit}
          />
        </div>
        {query === '' ? (
          <RecentList recent={recent} onChoose={submit} onRemove={remove} />
        ) : (
          <Results search={search} query={query} onShow={show} />
        )}
      </Card>
    </Page>
  );
}

type SearchInputProps = {
  query: string;
  /** What has been typed, when the writer pauses. */
  onSettled: (query: string) => void;
  onSubmit: (text: string) => void;
};

const DELAY_MS = 300;

function SearchInput({ query, onSettled, onSubmit }: SearchInputProps) {
  const [typed, setTyped] = useState(query);
  const [known, setKnown] = useState(query);
  const [asked, setAsked] = useState(query);
  // Another address, such as after Back; what was asked for here may be behind what is typed by now.
  if (query !== known) {
    setKnown(query);
    if (query !== asked) {
      setAsked(query);
      setTyped(query);
    }
  }
  const wanted = searchedText(cleanQuery(typed));
  const settled = useDebouncedText(wanted, DELAY_MS);
  useEffect(() => {
    if (settled === query || settled !== wanted || !isSearchable(settled)) return;
    setAsked(settled);
    onSettled(settled);
  });
  const submit = (text: string) => {
    setAsked(cleanQuery(text));
    onSubmit(text);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form role="search" onSubmit={(event) => event.preventDefault()} className="flex gap-2">
      <div className="min-w-0 flex-1">
        <TextInput
          type="search"
          aria-label="글, 강의, 사람 검색"
          autoFocus={query === ''}
          value={typed}
          onText={setTyped}
          onSubmitText={submit}
          maxLength={LIMITS.queryMax}
          placeholder="두 글자 이상 입력해 주세요."
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <Button variant="primary" onClick={() => submit(typed)}>
        검색
      </Button>
    </form>
  );
}

type ResultsProps = {
  search: FindSearch;
  query: string;
  onShow: (search: FindSearch) => void;
};

function Results({ search, query, onShow }: ResultsProps) {
  const { page = 1 } = search;
  const { filter, period, place } = knownChoices(search);
  const router = useRouter();
  const input = { query, filter, period, place, page: page - 1 };
  const { data, error, isPlaceholderData, refetch } = useQuery(searchQuery(input));
  if (!isSearchable(query)) return <EmptyState title={TEXTS.searchTooShort} />;
  if (error && !data) {
    return <LoadError title="검색하지 못했습니다." error={error} onRetry={refetch} />;
  }
  if (!data) {
    return (
      <SkeletonList
        label="검색하는 중입니다."
        rows={6}
        className="grid h-20 content-center gap-2 border-line border-t px-5 max-md:px-4"
      >
        <Skeleton className="w-2/5" />
        <Skeleton className="h-3! w-4/5" />
      </SkeletonList>
    );
  }
  const { posts, people, lectures, totalCount, totalPages, isPartial } = data;
  const at = (next: number): FindSearch => ({ ...search, page: next > 0 ? next + 1 : undefined });
  const isEmpty = posts.length + people.length + lectures.length === 0;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="sr-only">
        {isPlaceholderData ? '검색하는 중입니다.' : `글 ${countText(totalCount)}건을 찾았습니다.`}
      </p>
      <FoundPeople people={people} words={query} />
      <FoundLectures lectures={lectures} words={query} />
      {isEmpty ? (
        <Nothing
          isPastEnd={totalCount > 0}
          isPartial={isPartial === true}
          isNarrowed={place !== undefined || period !== undefined || filter !== undefined}
          onFirst={() => onShow(at(0))}
          onWiden={() => onShow({ query })}
        />
      ) : (
        <section aria-label="글">
          <h2 className="px-5 pt-4 pb-2 font-bold text-lg max-md:px-4">
            글 <span className="text-sea">{countText(totalCount)}</span>
          </h2>
          {isPartial && <PartialNote />}
          <FoundPosts posts={posts} words={query} />
        </section>
      )}
      <Pagination
        page={page - 1}
        totalPages={totalPages}
        onPage={(next) => onShow(at(next))}
        hrefOf={(next) => router.buildLocation({ to: PATHS.search, search: at(next) }).href}
      />
    </div>
  );
}

function countText(count: number): string {
  return count >= LIMITS.searchFound ? `${LIMITS.searchFound}+` : String(count);
}

const NOTHING = {
  title: '검색 결과가 없습니다.',
  text: '검색어를 줄이거나 다른 낱말로 찾아 보세요.',
};

type NothingProps = {
  isPastEnd: boolean;
  isPartial: boolean;
  isNarrowed: boolean;
  onFirst: () => void;
  onWiden: () => void;
};

function Nothing({ isPastEnd, isPartial, isNarrowed, onFirst, onWiden }: NothingProps) {
  if (isPastEnd) {
    return (
      <EmptyState
        title="이 페이지에는 글이 없습니다."
        action={<Button onClick={onFirst}>첫 페이지로</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      {...(isPartial ? NOTHING_YET : NOTHING)}
      action={isNarrowed && <Button onClick={onWiden}>모든 곳에서 검색</Button>}
    />
  );
}
