import { isSearchable } from '@naru/contract/search-places';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { searchedText } from '../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { PATHS } from '../../lib/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SuggestionBox } from '../../ui/suggestion-box.tsx';
import { cleanQuery, searchQuery, useOpenTarget, useRecentSearches } from './search.queries.ts';
import {
  allOption,
  boardOptions,
  foundOptions,
  type Option,
  recentOptions,
} from './search-options.tsx';

const DELAY_MS = 250;
const POSTS = 5;

/** The dialog, or on phones the way to the page. */
export function SearchLayer({ onClose }: { onClose: () => void }) {
  const isPhone = useMedia(PHONE);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isPhone) return;
    onClose();
    void navigate({ to: PATHS.search });
  }, [isPhone, navigate, onClose]);
  return isPhone ? null : <SearchDialog onClose={onClose} />;
}

/** The search over everything, with suggestions while its reader types. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="통합 검색" size="md">
      <SearchCombobox onClose={onClose} />
    </Dialog>
  );
}

function useSuggestions(text: string, recent: readonly string[]) {
  const query = useDebouncedText(text, DELAY_MS);
  const isAsked = isSearchable(query);
  const { data, error, isFetching } = useQuery(searchQuery({ query, size: POSTS }));
  const groups = isSearchable(text)
    ? [...(data ? foundOptions(data, text) : []), boardOptions(text), allOption(text)]
    : text === ''
      ? [recentOptions(recent)]
      : [boardOptions(text)];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isLoading: isSearchable(text) && (query !== text || isFetching),
    error: isAsked ? error : null,
    hasNothing: isAsked && query === text && data !== undefined && isEmpty(data),
  };
}

function isEmpty(found: Record<'posts' | 'people' | 'lectures', readonly unknown[]>): boolean {
  return found.posts.length + found.people.length + found.lectures.length === 0;
}

function SearchCombobox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { recent, add, remove } = useRecentSearches();
  const open = useOpenTarget();
  const text = searchedText(cleanQuery(typed));
  const { groups, isLoading, error, hasNothing } = useSuggestions(text, recent);

  const choose = ({ target }: Pick<Option, 'target'>) => {
    if (target.kind === 'search') add(target.query);
    else if (isSearchable(text)) add(text);
    onClose();
    open(target);
  };
  return (
    <SuggestionBox
      label="글, 강의, 사람 검색"
      placeholder="글, 강의, 사람을 두 글자 이상으로 찾습니다."
      value={typed}
      onText={setTyped}
      groups={groups}
      status={statusOf({ text, isLoading, error, hasNothing, recent: recent.length })}
      onChoose={choose}
      onSubmit={(whole) => {
        const query = cleanQuery(whole);
        if (isSearchable(query)) choose({ target: { kind: 'search', query } });
      }}
      onDelete={({ target }) => target.kind === 'search' && remove(target.query)}
    >
      {text === '' && recent.length > 0 && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-ink-3 text-sm">이 기기에만 남고 로그아웃하면 지워집니다.</p>
          <Button size="sm" onClick={() => remove()}>
            최근 검색 모두 지우기
          </Button>
        </div>
      )}
    </SuggestionBox>
  );
}

type State = {
  text: string;
  isLoading: boolean;
  error: unknown;
  hasNothing: boolean;
  recent: number;
};

function statusOf({ text, isLoading, error, hasNothing, recent }: State): string {
  if (text === '') return recent === 0 ? '최근 검색이 없습니다.' : '';
  if (!isSearchable(text)) return TEXTS.searchTooShort;
  if (isLoading) return '검색하는 중입니다.';
  if (error) return messageOf(error, '검색하지 못했습니다.');
  return hasNothing ? '검색 결과가 없습니다. 검색어를 줄여 보세요.' : '';
}
