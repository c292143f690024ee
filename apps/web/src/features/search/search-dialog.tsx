import { LIMITS } from '@naru/contract/limits';
import { isSearchable } from '@naru/contract/search-places';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { PATHS } from '../../lib/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { cleanQuery, searchQuery, useOpenTarget, useRecentSearches } from './search.queries.ts';
import {
  allOption,
  boardOptions,
  foundOptions,
  type Option,
  type OptionGroup,
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
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string>();
  const { recent, add, remove } = useRecentSearches();
  const open = useOpenTarget();
  const text = cleanQuery(typed);
  const { groups, isLoading, error, hasNothing } = useSuggestions(text, recent);
  const options = groups.flatMap((group) => group.options);
  const chosen = options.find(({ key }) => key === active);

  const choose = ({ target }: Pick<Option, 'target'>) => {
    if (target.kind === 'search') add(target.query);
    else if (isSearchable(text)) add(text);
    onClose();
    open(target);
  };
  // The end of a composition may come with the Enter, before its text is rendered.
  const submit = (whole: string) => {
    const query = cleanQuery(whole);
    if (chosen) choose(chosen);
    else if (isSearchable(query)) choose({ target: { kind: 'search', query } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = optionAfter(event.key, options, chosen);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next.key);
    } else if (event.key === 'Delete' && text === '' && chosen?.target.kind === 'search') {
      remove(chosen.target.query);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the combobox inside
    <div onKeyDown={onKeyDown} className="grid min-h-80 content-start gap-2 pt-1">
      <TextInput
        type="search"
        role="combobox"
        aria-label="글, 강의, 사람 검색"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && idOf(id, chosen)}
        data-autofocus=""
        value={typed}
        onText={(next) => {
          setTyped(next);
          setActive(undefined);
        }}
        onSubmitText={submit}
        maxLength={LIMITS.queryMax}
        placeholder="글, 강의, 사람을 두 글자 이상으로 찾습니다."
        autoComplete="off"
        enterKeyHint="search"
      />
      <p role="status" className="min-h-5 text-ink-3 text-sm">
        {statusOf({ text, isLoading, error, hasNothing, recent: recent.length })}
      </p>
      <SuggestionList
        id={id}
        groups={groups}
        active={active}
        onActive={setActive}
        onChoose={choose}
      />
      {text === '' && recent.length > 0 && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-ink-3 text-sm">이 기기에만 남고 로그아웃하면 지워집니다.</p>
          <Button size="sm" onClick={() => remove()}>
            최근 검색 모두 지우기
          </Button>
        </div>
      )}
    </div>
  );
}

/** The option that an arrow leads to: around the ends, and from none to the first or the last. */
function optionAfter(key: string, options: readonly Option[], from: Option | undefined) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || options.length === 0) return undefined;
  const at = from === undefined ? (step < 0 ? 0 : -1) : options.indexOf(from);
  return options[(at + step + options.length) % options.length];
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
  if (isLoading) return '찾는 중입니다.';
  if (error) return messageOf(error, '검색하지 못했습니다.');
  return hasNothing ? '찾은 것이 없습니다. 검색어를 줄여 보세요.' : '';
}

const idOf = (id: string, { key }: Option) => `${id}-${key.replaceAll(/\s/g, '_')}`;

type SuggestionListProps = {
  id: string;
  groups: readonly OptionGroup[];
  active: string | undefined;
  onActive: (key: string) => void;
  onChoose: (option: Option) => void;
};

function SuggestionList({ id, groups, active, onActive, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="제안"
      className="-mx-2 grid gap-2"
      hidden={groups.length === 0}
    >
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-2 pb-1 font-semibold text-ink-3 text-xs">
            {name}
          </p>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(id, option)}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === active}
              onPointerMove={() => onActive(option.key)}
              onClick={() => onChoose(option)}
              onKeyDown={(event) => event.key === 'Enter' && onChoose(option)}
              className={cx(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 max-md:min-h-11',
                option.key === active && 'bg-hover',
              )}
            >
              <span aria-hidden="true" className="shrink-0 text-ink-3">
                {option.icon}
              </span>
              <span className="min-w-0 flex-1 truncate font-medium">{option.label}</span>
              {option.detail && (
                <span className="max-w-[45%] shrink-0 truncate text-ink-3 text-sm">
                  {option.detail}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
