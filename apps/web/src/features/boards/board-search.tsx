import type { Board } from '@naru/contract/boards';
import type { PostFilter } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const OPTIONS: readonly { value: PostFilter; label: string }[] = [
  { value: 'title', label: '제목' },
  { value: 'writer', label: '작성자' },
  { value: 'content', label: '내용' },
  { value: 'all', label: '전체' },
];

/** Anonymous boards cannot be searched by writer. */
export function filterOptions(board: Board) {
  return board.anonymous ? OPTIONS.filter(({ value }) => value !== 'writer') : OPTIONS;
}

type BoardSearchProps = {
  board: Board;
  filter?: PostFilter;
  query?: string;
  onSearch: (search: { filter?: PostFilter; query?: string }) => void;
};

export function BoardSearch({ board, filter, query, onSearch }: BoardSearchProps) {
  const options = filterOptions(board);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = String(data.get('query') ?? '')
      .normalize('NFC')
      .trim()
      .slice(0, LIMITS.queryMax);
    const chosen = options.find(({ value }) => value === data.get('filter'))?.value;
    onSearch(text ? { query: text, filter: chosen === 'title' ? undefined : chosen } : {});
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form
      role="search"
      // Remounts the fields when the address changes, also through history.
      key={`${filter ?? ''} ${query ?? ''}`}
      onSubmit={submit}
      className="flex gap-2 px-5 pb-4 max-md:px-4"
    >
      <Select
        name="filter"
        aria-label="검색 범위"
        options={options}
        defaultValue={filter ?? 'title'}
        className="w-[104px] shrink-0"
      />
      <div className="min-w-0 max-w-sm flex-1">
        <TextInput
          name="query"
          type="search"
          aria-label={`${board.name} 검색`}
          placeholder="검색어"
          defaultValue={query ?? ''}
          enterKeyHint="search"
          className="text-ellipsis"
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="max-md:w-11 max-md:px-0">
        <Search size={16} className="md:hidden" />
        <span className="max-md:sr-only">검색</span>
      </Button>
    </form>
  );
}
