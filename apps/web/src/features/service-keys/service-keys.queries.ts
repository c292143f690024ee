import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { serviceKeyKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

export const serviceKeysQuery = queryOptions({
  queryKey: serviceKeyKeys.all,
  queryFn: async ({ signal }) => (await api('GET /api/admin/service-keys', { signal })).keys,
  staleTime: 0,
});

export function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api('POST /api/admin/service-keys', { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: serviceKeyKeys.all }),
    // The response holds the key: nothing of it stays.
    gcTime: 0,
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/admin/service-keys/:id', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: serviceKeyKeys.all }),
  });
}
