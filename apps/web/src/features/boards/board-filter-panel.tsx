import type { Board } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import { X } from 'lucide-react';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { useBoardHeads } from '../../entities/boards/board-heads.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { FilterPanelProps } from '../../ui/filter-bar.tsx';
import { FilterPanel, Pills } from '../../ui/filter-panel.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type KnownNames, SORTS, scopesOf } from './board-filters.ts';

type BoardFilterPanelProps = FilterPanelProps & {
  board: Board;
  search: ListSearch;
  names: KnownNames;
  /** Replaces what is given and leads to the first page. */
  onChoose: (chosen: ListSearch) => void;
  onReset: (() => void) | undefined;
  onPickLecture: () => void;
};

/** What of a board is listed, in which order, and where a search looks. */
export function BoardFilterPanel(props: BoardFilterPanelProps) {
  const { board, search, onChoose, ...rest } = props;
  const isComputed = board.writeRole === null;
  const applyPrices = useRef<() => boolean>(null);
  return (
    <FilterPanel {...rest} onDone={() => applyPrices.current?.() ?? true}>
      {!isComputed && (
        <Pills
          legend="정렬"
          items={SORTS}
          value={search.sort ?? ''}
          onChange={(sort) => onChoose({ sort: sort || undefined })}
        />
      )}
      {board.takesHeads && <HeadChoice {...props} />}
      {board.acceptsAnswers && (
        <Checkbox
          label="채택 답변이 없는 질문만"
          checked={search.unanswered === 'true'}
          onChange={({ target }) => onChoose({ unanswered: target.checked ? 'true' : undefined })}
        />
      )}
      {board.recruits && (
        <Checkbox
          label="모집 중만"
          checked={search.recruiting === 'true'}
          onChange={({ target }) => onChoose({ recruiting: target.checked ? 'true' : undefined })}
        />
      )}
      {board.form === 'item' && <ItemFilters {...props} applyPrices={applyPrices} />}
      <Pills<PostFilter>
        legend="검색 범위"
        items={scopesOf(board)}
        value={search.filter ?? 'title'}
        onChange={(filter) => onChoose({ filter: filter === 'title' ? undefined : filter })}
      />
    </FilterPanel>
  );
}

/** Offers a head that writers can no longer choose while an old address still names it. */
function HeadChoice({ board, search, names, onChoose }: BoardFilterPanelProps) {
  const { heads } = useBoardHeads(board.type);
  const { head: chosen } = search;
  const isOther = chosen !== undefined && heads.every(({ id }) => id !== chosen);
  if (heads.length === 0 && !isOther) return null;
  const other = names.head?.id === chosen ? names.head?.name : undefined;
  const all = [
    { value: '', label: '전체' },
    ...heads.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isOther ? [{ value: String(chosen), label: other ?? '고른 말머리' }] : []),
  ];
  return (
    <Pills
      legend="말머리"
      items={all}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(id) => onChoose({ head: id === '' ? undefined : Number(id) })}
    />
  );
}

type ItemFiltersProps = BoardFilterPanelProps & Pick<PriceRangeProps, 'applyPrices'>;

function ItemFilters(props: ItemFiltersProps) {
  const { search, names, onChoose, onPickLecture, applyPrices } = props;
  return (
    <>
      <Checkbox
        label="판매 중만"
        checked={search.onSale === 'true'}
        onChange={({ target }) => onChoose({ onSale: target.checked ? 'true' : undefined })}
      />
      <PriceRange
        key={`${search.minPrice} ${search.maxPrice}`}
        {...{ search, onChoose, applyPrices }}
      />
      {search.lecture === undefined ? (
        <Button onClick={onPickLecture} aria-haspopup="dialog" className="justify-self-start">
          강의로 찾기
        </Button>
      ) : (
        <Button
          icon={<X size={16} />}
          onClick={() => onChoose({ lecture: undefined })}
          className="max-w-full justify-self-start"
        >
          <span className="truncate">
            <span className="sr-only">강의 조건 지우기: </span>
            <bdi>{names.lecture ?? '고른 강의'}</bdi>
          </span>
        </Button>
      )}
    </>
  );
}

const textOf = (price: number | undefined) => (price === undefined ? '' : String(price));

/** Undefined for an empty text, null for one that is no price. */
function readBound(text: string): number | undefined | null {
  const digits = text.replace(/[,\s원]/g, '');
  if (digits === '') return undefined;
  const price = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  return price <= LIMITS.priceMax ? price : null;
}

type Bound = ReturnType<typeof readBound>;

function problemOf(min: Bound, max: Bound): string | undefined {
  if (min === null || max === null) return '가격은 0원부터 1억 원까지 숫자로 입력해 주세요.';
  if ((min ?? 0) <= (max ?? LIMITS.priceMax)) return undefined;
  return '가장 낮은 가격이 가장 높은 가격보다 클 수 없습니다.';
}

type PriceRangeProps = Pick<BoardFilterPanelProps, 'search' | 'onChoose'> & {
  /** Set to what applies the typed prices; false when they are wrong, which the form then says. */
  applyPrices: RefObject<(() => boolean) | null>;
};

function PriceRange({ search, onChoose, applyPrices }: PriceRangeProps) {
  const [min, setMin] = useState(textOf(search.minPrice));
  const [max, setMax] = useState(textOf(search.maxPrice));
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const [minPrice, maxPrice] = [readBound(min), readBound(max)];
    const text = problemOf(minPrice, maxPrice);
    setProblem(text);
    if (minPrice === null || maxPrice === null || text !== undefined) {
      const [low, high] = form.current?.querySelectorAll('input') ?? [];
      (maxPrice === null && minPrice !== null ? high : low)?.focus();
      return false;
    }
    const isSame = minPrice === search.minPrice && maxPrice === search.maxPrice;
    if (!isSame) onChoose({ minPrice, maxPrice });
    return true;
  };
  useImperativeHandle(applyPrices, () => apply);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <fieldset className="grid gap-1">
        <legend className="pb-2 font-semibold text-ink-2 text-md">가격</legend>
        <div className="flex items-center gap-1.5">
          <div className="min-w-0 flex-1">
            <TextInput
              aria-label="가장 낮은 가격(원)"
              value={min}
              onText={setMin}
              inputMode="numeric"
              placeholder="최저 가격"
              autoComplete="off"
            />
          </div>
          <span aria-hidden="true">~</span>
          <div className="min-w-0 flex-1">
            <TextInput
              aria-label="가장 높은 가격(원)"
              value={max}
              onText={setMax}
              inputMode="numeric"
              placeholder="최고 가격"
              autoComplete="off"
            />
          </div>
          <Button type="submit">가격 적용</Button>
        </div>
        {problem && (
          <p role="alert" className="text-buoy text-sm">
            {problem}
          </p>
        )}
      </fieldset>
    </form>
  );
}
