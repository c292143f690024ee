import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { followKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

export const alertWordsQuery = queryOptions({
  queryKey: followKeys.words,
  queryFn: ({ signal }) => api('GET /api/member/alert-words', { signal }),
});

/** Adds or removes a word, shown at once; a refused change is taken back. */
export function useAlertWord() {
  const client = useQueryClient();
  const show = (word: string, on: boolean) =>
    client.setQueryData(alertWordsQuery.queryKey, (known) => {
      if (known === undefined) return known;
      const others = known.words.filter((one) => one !== word);
      return { words: on ? [...others, word] : others };
    });
  return useMutation({
    mutationKey: followKeys.words,
    scope: { id: followKeys.words.join('.') },
    mutationFn: ({ word, on }: { word: string; on: boolean }) =>
      on
        ? api('POST /api/member/alert-words', { body: { word } })
        : api('DELETE /api/member/alert-words', { query: { word } }),
    onMutate: async ({ word, on }) => {
      await client.cancelQueries({ queryKey: followKeys.words });
      show(word, on);
    },
    onSuccess: ({ words }) => {
      if (client.isMutating({ mutationKey: followKeys.words }) > 1) return;
      client.setQueryData(alertWordsQuery.queryKey, { words });
    },
    onError: (error, { word, on }) => {
      // Without a network nothing comes from the server that would take it back.
      show(word, !on);
      toast.error(messageOf(error, '키워드를 바꾸지 못했습니다.'));
      void client.invalidateQueries({ queryKey: followKeys.words });
    },
  });
}
