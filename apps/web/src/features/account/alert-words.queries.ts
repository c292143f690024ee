import { queryOptions } from '@tanstack/react-query';
import { followKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { useInstantChange } from '../../ui/use-instant-change.ts';

export const alertWordsQuery = queryOptions({
  queryKey: followKeys.words,
  queryFn: ({ signal }) => api('GET /api/member/alert-words', { signal }),
});

type WordChange = { word: string; on: boolean };

/** Adds or removes a word. */
export function useAlertWord() {
  return useInstantChange({
    queryKey: followKeys.words,
    send: ({ word, on }: WordChange) =>
      on
        ? api('POST /api/member/alert-words', { body: { word } })
        : api('DELETE /api/member/alert-words', { query: { word } }),
    apply: ({ words }: ResultOf<'GET /api/member/alert-words'>, { word, on }) => {
      const others = words.filter((one) => one !== word);
      return { words: on ? [...others, word] : others };
    },
    inverse: ({ word, on }) => ({ word, on: !on }),
    dataOf: ({ words }) => ({ words }),
    failed: '키워드를 바꾸지 못했습니다.',
  });
}
