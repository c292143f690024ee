import type { Board } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type BoardSearchProps = {
  board: Board;
  query?: string | undefined;
  /** Undefined for a blank text. */
  onSearch: (query: string | undefined) => void;
};

export function BoardSearch({ board, query, onSearch }: BoardSearchProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = String(data.get('query') ?? '')
      .normalize('NFC')
      .trim()
      .slice(0, LIMITS.queryMax);
    onSearch(text || undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form
      role="search"
      // Remounts the field when the address changes, also through history.
      key={query ?? ''}
      onSubmit={submit}
      className="flex min-w-0 flex-1 gap-2"
    >
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
