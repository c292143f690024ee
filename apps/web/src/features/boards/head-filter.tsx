import type { Board } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import type { ReactNode } from 'react';
import { useBoardHeads } from '../../entities/boards/board-heads.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { cx } from '../../ui/cx.ts';

type HeadFilterProps = {
  board: Board;
  search: ListSearch;
  /**
   * The chosen head as the listed posts name it. Needed for a head that writers can no longer choose but an old
   * address still names.
   */
  known: Head | undefined;
  onChoose: (chosen: ListSearch) => void;
};

/** A row of the heads of a board, to list the posts of one of them. */
export function HeadFilter({ board, search, known, onChoose }: HeadFilterProps) {
  const { heads } = useBoardHeads(board.type);
  const chosen = board.takesHeads ? search.head : undefined;
  const isOther = chosen !== undefined && heads.every(({ id }) => id !== chosen);
  const other = known?.id === chosen ? known?.name : undefined;
  if (heads.length === 0 && !isOther) return null;
  return (
    <fieldset className="flex min-w-0 gap-2 overflow-x-auto px-5 pb-3 [scrollbar-width:none] max-md:px-4">
      <legend className="sr-only">말머리</legend>
      <Choice isOn={chosen === undefined} onChoose={() => onChoose({ head: undefined })}>
        전체
      </Choice>
      {heads.map(({ id, name }) => (
        <Choice key={id} isOn={id === chosen} onChoose={() => onChoose({ head: id })}>
          <bdi>{name}</bdi>
        </Choice>
      ))}
      {isOther && (
        <Choice isOn onChoose={() => onChoose({ head: undefined })}>
          <bdi>{other ?? '고른 말머리'}</bdi>
        </Choice>
      )}
    </fieldset>
  );
}

type ChoiceProps = { isOn: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isOn, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={cx(
        'min-h-8 shrink-0 whitespace-nowrap rounded-full border px-3 font-semibold text-md max-md:min-h-11 max-md:px-4',
        isOn
          ? 'border-sea bg-sea-weak text-sea'
          : 'border-line-strong bg-paper text-ink-2 hover:border-ink-3 hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}
