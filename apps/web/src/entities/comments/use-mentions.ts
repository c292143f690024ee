import { isSearchable } from '@naru/contract/search-places';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { searchedText } from '../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../lib/hangul/use-debounced-text.ts';
import { commentKeys } from '../keys.ts';
import { type CommentPages, commentsOf } from './comments.queries.ts';
import {
  type Person,
  suggestionsOf,
  type Typing,
  typingAt,
  withMention,
} from './mention-typing.ts';
import { lectureThreadApi } from './thread-api.ts';
import { useThread } from './thread-context.ts';

/** How long found people are used again, in ms. */
const FRESH_MS = 60_000;

/** Suggests whom to mention while `@` and the beginning of a nickname are typed; nobody in anonymous threads. */
export function useMentions(
  area: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) {
  const { thread } = useThread();
  const listId = useId();
  const [typing, setTyping] = useState<Typing | null>(null);
  const [active, setActive] = useState(0);
  const authors = useThreadAuthors();
  const found = useFound(typing?.typed ?? '');
  const people =
    typing === null
      ? []
      : suggestionsOf(typing.typed, { thread: authors, found, except: thread.me?.id ?? 0 });
  const isOpen = people.length > 0;
  const chosen = Math.min(active, people.length - 1);
  const close = () => setTyping(null);

  /** Follows the text and the caret, also during a composition. */
  const follow = (isInput: boolean) => {
    const next = thread.anonymous || !area.current ? null : typingAt(area.current, isInput);
    if (next?.at !== typing?.at || next?.typed !== typing?.typed) setActive(0);
    setTyping(next);
  };

  const pick = (person: Person | undefined) => {
    const element = area.current;
    if (!element || !person) return;
    // Blurring ends a composition in every browser, so the last syllable is complete.
    element.blur();
    element.focus();
    const now = typingAt(element) ?? typing;
    close();
    if (now === null) return;
    const { text, caret } = withMention(element.value, now, person.nickname);
    element.value = text;
    element.setSelectionRange(caret, caret);
    onText(text);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((chosen + step + people.length) % people.length);
    else if (event.key === 'Tab' && !event.shiftKey) pick(people[chosen]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };

  return {
    isOpen,
    people,
    chosen,
    listId,
    pick,
    onKeyDown,
    /** For the text area. */
    area: {
      onInput: () => follow(true),
      onSelect: () => follow(false),
      onBlur: close,
      // An Enter that ends a composition chooses once, after that.
      onSubmitText: isOpen ? () => pick(people[chosen]) : undefined,
      'aria-autocomplete': thread.anonymous ? undefined : ('list' as const),
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? optionId(listId, chosen) : undefined,
    },
  };
}

export type Mentions = ReturnType<typeof useMentions>;

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** The author of the post and of the comments that are loaded, latest first. */
function useThreadAuthors(): Person[] {
  const { thread } = useThread();
  const client = useQueryClient();
  const pages = client.getQueriesData<CommentPages>({
    queryKey: commentKeys.thread(thread.postId),
  });
  const comments = pages.flatMap(([, data]) => (data?.pages ? commentsOf(data) : []));
  const authors = comments
    .toSorted((a, b) => b.id - a.id)
    .flatMap(({ writerId: id, writerNickname: nickname, writerProfileThumbnails }) =>
      id === null ? [] : [{ id, nickname, profileThumbnails: writerProfileThumbnails }],
    );
  return thread.author ? [...authors, thread.author] : authors;
}

/** Members by the beginning of their nickname; in lecture rooms none, as not everybody may read there. */
function useFound(typed: string): Person[] {
  const { thread } = useThread();
  const query = useDebouncedText(searchedText(typed));
  const isSearched =
    !thread.anonymous && thread.threadApi !== lectureThreadApi && isSearchable(query);
  const { data } = useQuery({
    queryKey: commentKeys.people(query),
    queryFn: ({ signal }) => api('GET /api/search', { query: { query, size: 1 }, signal }),
    select: ({ people }) => people,
    enabled: isSearched,
    staleTime: FRESH_MS,
  });
  return isSearched ? (data ?? []) : [];
}
