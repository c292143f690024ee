import type { Board } from '@naru/contract/boards';
import type { PostFilter, PostSort } from '@naru/contract/choices';
import type { Head } from '@naru/contract/heads';
import { formatPrice } from '../../lib/format/numbers.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import type { Filter } from '../../ui/filter-bar.tsx';

export const SORTS: readonly { value: '' | PostSort; label: string }[] = [
  { value: '', label: '최신순' },
  { value: 'likes', label: '좋아요순' },
  { value: 'comments', label: '댓글순' },
];

const SCOPES: readonly { value: PostFilter; label: string }[] = [
  { value: 'title', label: '제목' },
  { value: 'writer', label: '작성자' },
  { value: 'content', label: '내용' },
  { value: 'all', label: '전체' },
];

/** Where a board can be searched: not by writer where writers are hidden. */
export function scopesOf(board: Board) {
  return board.anonymous ? SCOPES.filter(({ value }) => value !== 'writer') : SCOPES;
}

/** What the page knows of the choices that an address names by their ids. */
export type KnownNames = { head?: Head | undefined; lecture?: string | undefined };

type Chip = { keys: readonly (keyof ListSearch)[]; label: string };

/** The filters of an address that a board has, and how each is taken back. */
export function filtersOf(
  board: Board,
  search: ListSearch,
  names: KnownNames,
  onChoose: (chosen: ListSearch) => void,
): Filter[] {
  return chipsOf(board, search, names).map(({ keys, label }) => ({
    key: keys.join(),
    label,
    onRemove: () => onChoose(without(keys)),
  }));
}

/** Takes the filters of a board back, and not what is searched for. */
export const NO_FILTERS: ListSearch = without([
  ...(['sort', 'filter', 'head', 'unanswered', 'onSale', 'recruiting'] as const),
  ...(['minPrice', 'maxPrice', 'lecture'] as const),
]);

function without(keys: readonly (keyof ListSearch)[]): ListSearch {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}

function chipsOf(board: Board, search: ListSearch, names: KnownNames): Chip[] {
  const { filter = 'title', head } = search;
  const scope = scopesOf(board).find(({ value }) => value === filter);
  const chips: Chip[] = [];
  if (filter !== 'title' && scope) {
    chips.push({ keys: ['filter'], label: `검색 범위: ${scope.label}` });
  }
  // Computed lists have neither an order nor conditions.
  if (board.writeRole === null) return chips;
  const sort = SORTS.find(({ value }) => value === search.sort);
  if (sort) chips.push({ keys: ['sort'], label: sort.label });
  if (board.takesHeads && head !== undefined) {
    const name = names.head?.id === head ? names.head.name : '고른 말머리';
    chips.push({ keys: ['head'], label: name });
  }
  if (board.acceptsAnswers && search.unanswered) {
    chips.push({ keys: ['unanswered'], label: '채택 답변이 없는 질문만' });
  }
  if (board.recruits) chips.push(...teamChips(search));
  return board.form === 'item' ? [...chips, ...itemChips(search, names)] : chips;
}

function teamChips({ recruiting }: ListSearch): Chip[] {
  return recruiting ? [{ keys: ['recruiting'], label: '모집 중만' }] : [];
}

function itemChips({ onSale, minPrice, maxPrice, lecture }: ListSearch, names: KnownNames): Chip[] {
  const chips: Chip[] = [];
  if (onSale) chips.push({ keys: ['onSale'], label: '판매 중만' });
  if (minPrice !== undefined || maxPrice !== undefined) {
    const label = priceText(minPrice, maxPrice);
    chips.push({ keys: ['minPrice', 'maxPrice'], label });
  }
  if (lecture !== undefined) {
    chips.push({ keys: ['lecture'], label: names.lecture ?? '고른 강의' });
  }
  return chips;
}

function priceText(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `${formatPrice(min ?? 0)} 이상`;
  return min === undefined ? `${formatPrice(max)} 이하` : `${formatPrice(min)}~${formatPrice(max)}`;
}
