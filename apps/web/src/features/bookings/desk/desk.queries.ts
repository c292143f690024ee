import type { BookingResourceInput, EditedResource } from '@naru/contract/booking-desk';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bookingKey, workKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';

export const editedQuery = queryOptions({
  queryKey: bookingKey('desk', 'resources'),
  queryFn: async ({ signal }) =>
    (await api('GET /api/admin/bookings/resources', { signal })).resources,
});

export const requestsQuery = queryOptions({
  queryKey: bookingKey('desk', 'requests'),
  queryFn: async ({ signal }) =>
    (await api('GET /api/admin/bookings/requests', { signal })).bookings,
});

export const closuresQuery = queryOptions({
  queryKey: bookingKey('desk', 'closures'),
  queryFn: async ({ signal }) =>
    (await api('GET /api/admin/bookings/closures', { signal })).closures,
});

export const weekQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: bookingKey('desk', 'week', { id, from }),
    queryFn: async ({ signal }) => {
      const request = { params: { id }, query: { from }, signal };
      return (await api('GET /api/admin/bookings/resources/:id/week', request)).bookings;
    },
  });

export const usageQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: bookingKey('desk', 'usage', { from, to }),
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/bookings/usage', { query: { from, to }, signal })).resources,
  });

type Saving = { former: EditedResource | undefined; body: BookingResourceInput };
type ClosureBody = {
  resourceId: number | null;
  startsOn: string;
  endsOn: string;
  reason: string;
};

const calls = {
  save: ({ former, body }: Saving) =>
    former === undefined
      ? api('POST /api/admin/bookings/resources', { body })
      : api('PUT /api/admin/bookings/resources/:id', {
          params: { id: former.id },
          body: { ...body, version: former.version },
        }),
  remove: (id: number) => api('DELETE /api/admin/bookings/resources/:id', { params: { id } }),
  decide: ({ id, ...body }: { id: number; isApproved: boolean; reason: string }) =>
    api('POST /api/admin/bookings/:id/decide', { params: { id }, body }),
  cancel: ({ id, reason }: { id: number; reason: string }) =>
    api('POST /api/admin/bookings/:id/cancel', { params: { id }, body: { reason } }),
  close: (body: ClosureBody) => api('POST /api/admin/bookings/closures', { body }),
  reopen: (id: number) => api('DELETE /api/admin/bookings/closures/:id', { params: { id } }),
};

/** A change after which all of bookings and what waits for staff is read anew. */
function useChange<In, Out>(change: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: workKeys.waiting });
      return client.invalidateQueries({ queryKey: bookingKey() });
    },
  });
}

export const useSaveResource = () => useChange(calls.save);
export const useRemoveResource = () => useChange(calls.remove);
export const useDecide = () => useChange(calls.decide);
export const useStaffCancel = () => useChange(calls.cancel);
export const useClose = () => useChange(calls.close);
export const useReopen = () => useChange(calls.reopen);
