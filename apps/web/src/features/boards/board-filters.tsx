import type { Board } from '@naru/contract/boards';
import type { PostSort } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import { X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const SORTS: readonly { value: '' | PostSort; label: string }[] = [
  { value: '', label: '최신순' },
  { value: 'likes', label: '좋아요순' },
  { value: 'comments', label: '댓글순' },
];

type BoardFiltersProps = {
  board: Board;
  search: ListSearch;
  /** Replaces what is given and leads to the first page. */
  onChoose: (chosen: ListSearch) => void;
  /** The lecture of the items, as far as it is known. */
  lectureTitle?: string | undefined;
  onPickLecture: () => void;
};

/** What of a board is listed, and in which order. Computed lists have neither. */
export function BoardFilters(props: BoardFiltersProps) {
  const { board, search, onChoose } = props;
  if (board.writeRole === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-4 max-md:px-4">
      <Select
        aria-label="정렬"
        options={SORTS}
        value={search.sort ?? ''}
        onChange={({ target }) =>
          onChoose({ sort: SORTS.find(({ value }) => value === target.value)?.value || undefined })
        }
        className="w-30"
      />
      {board.acceptsAnswers && (
        <Checkbox
          label="채택 답변이 없는 질문만"
          checked={search.unanswered === 'true'}
          onChange={({ target }) => onChoose({ unanswered: target.checked ? 'true' : undefined })}
        />
      )}
      {board.form === 'item' && <ItemFilters {...props} />}
    </div>
  );
}

function ItemFilters({ search, onChoose, lectureTitle, onPickLecture }: BoardFiltersProps) {
  return (
    <>
      <Checkbox
        label="판매 중만"
        checked={search.onSale === 'true'}
        onChange={({ target }) => onChoose({ onSale: target.checked ? 'true' : undefined })}
      />
      <PriceRange
        key={`${search.minPrice} ${search.maxPrice}`}
        search={search}
        onChoose={onChoose}
      />
      {search.lecture === undefined ? (
        <Button onClick={onPickLecture} aria-haspopup="dialog">
          강의로 찾기
        </Button>
      ) : (
        <Button
          icon={<X size={16} />}
          onClick={() => onChoose({ lecture: undefined })}
          className="max-w-60"
        >
          <span className="truncate">
            <span className="sr-only">강의 조건 지우기: </span>
            <bdi>{lectureTitle ?? '고른 강의'}</bdi>
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

function PriceRange({ search, onChoose }: Pick<BoardFiltersProps, 'search' | 'onChoose'>) {
  const [min, setMin] = useState(textOf(search.minPrice));
  const [max, setMax] = useState(textOf(search.maxPrice));
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [minPrice, maxPrice] = [readBound(min), readBound(max)];
    if (minPrice === null || maxPrice === null) {
      setProblem('가격은 0원부터 1억 원까지 숫자로 입력해 주세요.');
    } else if ((minPrice ?? 0) > (maxPrice ?? LIMITS.priceMax)) {
      setProblem('가장 낮은 가격이 가장 높은 가격보다 클 수 없습니다.');
    } else onChoose({ minPrice, maxPrice });
  };
  return (
    <form onSubmit={submit} className="grid gap-1">
      <div className="flex flex-wrap items-center gap-1.5">
        <div className="w-24">
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
        <div className="w-24">
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
    </form>
  );
}
