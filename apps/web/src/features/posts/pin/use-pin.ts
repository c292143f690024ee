import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';

/** Pins a post until the end of a day, or ends its pin with null; lists and the post are refetched. */
export function usePin(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (until: string | null) =>
      until === null
        ? api('DELETE /api/post/:id/pin', { params: { id } })
        : api('PUT /api/post/:id/pin', { params: { id }, body: { until } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: postKeys.all }),
  });
}
