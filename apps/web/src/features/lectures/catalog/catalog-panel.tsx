import type { KnownTerm } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useQuery } from '@tanstack/react-query';
import { SearchX, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { searchedText } from '../../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FilterPanel, Pills } from '../../../ui/filter-panel.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton, SkeletonList } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { catalogQuery } from '../lectures.queries.ts';
import { starsQuery } from '../reviews/course-reviews.queries.ts';
import { GRADE_OPTIONS, termKey, termOf } from '../terms.ts';
import { previewedLecture } from '../timetable/overlay.tsx';
import { LectureRow } from './lecture-row.tsx';
import { togetherOf } from './own-year.ts';
import { useTarget } from './use-target.ts';
import { useYearOffer, YearOffer } from './year-offer.tsx';

export type CatalogSearch = {
  query: string;
  grade: number | null;
  /** Only what fits into the own timetable, or the open plan. */
  isFree: boolean;
};

type CatalogPanelProps = {
  id: string;
  terms: readonly KnownTerm[];
  term: string;
  onTerm: (term: string) => void;
  /** Where the address says that the reader is. */
  start?: CatalogSearch;
  onSearch?: (search: CatalogSearch) => void;
  /** The open plan, which lectures are put into; null: the timetable. */
  plan: TimetablePlan | null;
  /** Members attend or choose lectures of the term now. */
  isAhead: boolean;
  onClose: () => void;
  /** Undefined for members who may not create a lecture. */
  onCreate?: () => void;
};

const NO_SEARCH: CatalogSearch = { query: '', grade: null, isFree: false };
const GRADES = [{ value: '', label: '전체 학년' }, ...GRADE_OPTIONS];

/** The catalogue of a term, docked below the timetable, which previews each lecture. */
export function CatalogPanel(props: CatalogPanelProps) {
  const [search, showSearch] = useState(props.start ?? NO_SEARCH);
  const setSearch = (next: CatalogSearch) => {
    showSearch(next);
    props.onSearch?.(next);
  };
  const titleId = useId();
  useEffect(() => () => previewedLecture.set(null), []);
  return (
    <Card
      as="section"
      id={props.id}
      aria-labelledby={titleId}
      className="sticky bottom-3 z-20 flex h-[min(46dvh,440px)] min-h-80 min-w-0 animate-rise-in flex-col shadow-pop max-md:bottom-(--bottom) max-md:-mx-4 max-md:h-[62dvh] max-md:rounded-b-none max-md:border-x-0 print:hidden [@media(height<36rem)]:static [@media(height<36rem)]:h-auto"
    >
      <h2 id={titleId} tabIndex={-1} className="sr-only">
        강의실 둘러보기
      </h2>
      <CatalogFilters {...props} search={search} onSearch={setSearch} />
      {/* Positioned, so that it clips the hidden labels inside, which would lengthen the page. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <CatalogList {...props} search={search} onReset={() => setSearch(NO_SEARCH)} />
      </div>
    </Card>
  );
}

type CatalogFiltersProps = Pick<
  CatalogPanelProps,
  'terms' | 'term' | 'onTerm' | 'plan' | 'onClose'
> & {
  search: CatalogSearch;
  onSearch: (search: CatalogSearch) => void;
};

function CatalogFilters(props: CatalogFiltersProps) {
  const { search, onSearch, terms, term, onTerm, plan, onClose } = props;
  const { grade, isFree } = search;
  const freeLabel = plan ? '계획의 빈 시간에 맞는 강의만' : '내 빈 시간에 맞는 강의만';
  const filters = [
    ...(grade === null
      ? []
      : [
          {
            key: 'grade',
            label: `${grade}학년`,
            onRemove: () => onSearch({ ...search, grade: null }),
          },
        ]),
    ...(isFree
      ? [{ key: 'free', label: '빈 시간', onRemove: () => onSearch({ ...search, isFree: false }) }]
      : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form
      role="search"
      // The list filters while typing; Enter must not submit and reload the page.
      onSubmit={(event) => event.preventDefault()}
      className="border-line border-b pt-3"
    >
      <FilterBar
        filters={filters}
        className="pb-2.5"
        panel={({ anchor, onClose: onDone }) => (
          <FilterPanel
            anchor={anchor}
            onClose={onDone}
            onReset={
              filters.length > 0
                ? () => onSearch({ ...search, grade: null, isFree: false })
                : undefined
            }
          >
            <Pills
              legend="학년"
              items={GRADES}
              value={grade === null ? '' : String(grade)}
              onChange={(value) =>
                onSearch({ ...search, grade: value === '' ? null : Number(value) })
              }
            />
            <Field label="학기">
              <Select
                value={term}
                options={terms.map((known) => ({ value: termKey(known), label: known.name }))}
                onChange={({ target }) => onTerm(target.value)}
              />
            </Field>
            <Checkbox
              label={freeLabel}
              checked={isFree}
              onChange={({ target }) => onSearch({ ...search, isFree: target.checked })}
            />
          </FilterPanel>
        )}
      >
        <Field label="강의 검색" hideLabel className="min-w-0 flex-1">
          <TextInput
            type="search"
            value={search.query}
            onText={(query) => onSearch({ ...search, query })}
            maxLength={LIMITS.queryMax}
            placeholder={plan ? `‘${plan.name}’에 담을 강의 검색` : '강의명, 교수, 소개에서 검색'}
          />
        </Field>
        <IconButton
          label="강의실 목록 닫기"
          tooltip={false}
          onClick={onClose}
          className="order-last -mr-2"
        >
          <X size={20} />
        </IconButton>
      </FilterBar>
    </form>
  );
}

type CatalogListProps = Pick<CatalogPanelProps, 'term' | 'plan' | 'isAhead' | 'onCreate'> & {
  search: CatalogSearch;
  onReset: () => void;
};

function CatalogList({ search, term, plan, isAhead, onReset, onCreate }: CatalogListProps) {
  const query = useDebouncedText(searchedText(search.query.trim()), 250);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    catalogQuery({
      ...termOf(term),
      grade: search.grade,
      query,
      isFree: search.isFree,
      planId: search.isFree ? plan?.id : undefined,
    }),
  );
  // Optional: the list neither waits for the stars nor fails with them.
  const { data: stars } = useQuery({ ...starsQuery(termOf(term)), enabled: data !== undefined });
  const target = useTarget(termOf(term), plan);
  const offer = useYearOffer(termOf(term), isAhead && plan === null && query === '');
  const [openId, setOpenId] = useState<number | null>(null);
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        title="강의실을 불러오지 못했습니다."
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  // The offer stands over the last row in view, where it must not appear under a finger.
  if (data === undefined || offer.isOnItsWay) return <CatalogSkeleton />;
  const { lectures, total } = data;
  const isFiltered = query !== '' || search.grade !== null || search.isFree;
  const isWhole = !isPlaceholderData && total === lectures.length;
  return (
    <>
      <p role="status" className="sr-only">
        강의 {total}개
      </p>
      {lectures.length === 0 ? (
        <NoLectures isFiltered={isFiltered} onReset={onReset} onCreate={onCreate} />
      ) : (
        <ul
          aria-label="강의 목록"
          className={cx('transition-opacity duration-100', isPlaceholderData && 'opacity-60')}
        >
          {lectures.map((lecture) => (
            <LectureRow
              key={lecture.id}
              lecture={lecture}
              target={target}
              stars={stars?.get(lecture.id)}
              isOpen={openId === lecture.id}
              onToggle={() => setOpenId(openId === lecture.id ? null : lecture.id)}
            />
          ))}
        </ul>
      )}
      {total > lectures.length && lectures.length > 0 && (
        <p className="pt-3 text-center text-ink-3 text-md">
          강의 {total}개 가운데 {lectures.length}개입니다. 학년이나 검색어로 좁혀 주세요.
        </p>
      )}
      {isWhole && offer.year !== null && (
        <YearOffer year={offer.year} lectures={togetherOf(lectures, offer.year, offer.has)} />
      )}
    </>
  );
}

type NoLecturesProps = Pick<CatalogListProps, 'onReset' | 'onCreate'> & { isFiltered: boolean };

function NoLectures({ isFiltered, onReset, onCreate }: NoLecturesProps) {
  return isFiltered ? (
    <EmptyState
      icon={<SearchX size={22} />}
      title="조건에 맞는 강의가 없습니다."
      action={<Button onClick={onReset}>조건 지우기</Button>}
      className="py-6"
    />
  ) : (
    <EmptyState
      title="이 학기에는 아직 강의가 없습니다."
      text={onCreate && '첫 강의실을 만들어 보세요.'}
      action={onCreate && <Button onClick={onCreate}>강의실 만들기</Button>}
      className="py-6"
    />
  );
}

function CatalogSkeleton() {
  return (
    <SkeletonList
      rows={6}
      label="강의를 불러오는 중입니다."
      className="flex h-14 items-center gap-2.5 border-line border-b px-5 max-md:px-4"
    >
      <Skeleton className="size-3.5 rounded-sm" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/4" />
      </span>
      <Skeleton className="size-6" />
    </SkeletonList>
  );
}
