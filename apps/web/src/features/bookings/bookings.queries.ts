import type {
  BookingClosureInput,
  BookingResourceInput,
  EditedResource,
} from '@naru/contract/booking-desk';
import type { BookingInput, OwnBooking } from '@naru/contract/bookings';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bookingKey, memberKeys, workKeys } from '../../entities/keys.ts';
import { api, apiFile } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast, UNDO } from '../../ui/toast.ts';

export const resourcesQuery = queryOptions({
  queryKey: bookingKey('resources'),
  queryFn: async ({ signal }) => (await api('GET /api/bookings/resources', { signal })).resources,
});

export const mineQuery = queryOptions({
  queryKey: bookingKey('mine'),
  queryFn: ({ signal }) => api('GET /api/bookings', { signal }),
});

/** A resource with what is taken from a day on. */
export const detailQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: bookingKey('detail', id, from),
    queryFn: ({ signal }) =>
      api('GET /api/bookings/resources/:id', { params: { id }, query: { from }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const drawQuery = (id: number) =>
  queryOptions({
    queryKey: bookingKey('draw', id),
    queryFn: ({ signal }) =>
      api('GET /api/bookings/resources/:id/draw', { params: { id }, signal }),
  });

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

const FAILED = '처리하지 못했습니다. 잠시 후 다시 시도해 주세요.';

type Done = { message: string; undo?: { label: string; onClick: () => void } | undefined };

/**
 * A change that says what became of it, after which everything about bookings is read anew, also home and what waits
 * for staff. A dialog shows its failures itself.
 */
function useChange<In>(change: (input: In) => Promise<Done>, { isInDialog = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message, undo }) => toast.success(message, undo),
    onError: (error) => isInDialog || toast.error(messageOf(error, FAILED)),
    onSettled: (_, error) => {
      void client.invalidateQueries({ queryKey: memberKeys.me });
      void client.invalidateQueries({ queryKey: workKeys.waiting });
      const reread = client.invalidateQueries({ queryKey: bookingKey() });
      // What failed may fail to be read as well, for long.
      return error ? undefined : reread;
    },
  });
}

type IdRoute = `POST /api/bookings/:id/${'check-in' | 'accept' | 'restore'}`;
const useStep = (route: IdRoute) => useChange((id: number) => api(route, { params: { id } }));

export const useBook = () => useChange((body: BookingInput) => api('POST /api/bookings', { body }));
export const useCheckIn = () => useStep('POST /api/bookings/:id/check-in');
export const useAccept = () => useStep('POST /api/bookings/:id/accept');

/** Cancels; the toast takes it back, unless it went to somebody or has begun. */
export function useCancel() {
  const restore = useStep('POST /api/bookings/:id/restore');
  return useChange(async ({ id, isWanted }: OwnBooking) => {
    const { message, booking } = await api('DELETE /api/bookings/:id', { params: { id } });
    const undo = { label: UNDO, onClick: () => restore.mutate(id) };
    return { message, undo: booking.state === 'CANCELLED' && !isWanted ? undo : undefined };
  });
}

type Saving = { former: EditedResource | undefined; body: BookingResourceInput };

export const useSaveResource = () =>
  useChange(
    async ({ former, body }: Saving) => {
      if (former === undefined) {
        await api('POST /api/admin/bookings/resources', { body });
        return { message: '자원을 추가했습니다.' };
      }
      const { id, version } = former;
      const request = { params: { id }, body: { ...body, version } };
      await api('PUT /api/admin/bookings/resources/:id', request);
      return { message: '자원을 수정했습니다.' };
    },
    { isInDialog: true },
  );

export const useRemoveResource = () =>
  useChange((id: number) => api('DELETE /api/admin/bookings/resources/:id', { params: { id } }));

const decide = (id: number, isApproved: boolean, reason: string) =>
  api('POST /api/admin/bookings/:id/decide', { params: { id }, body: { isApproved, reason } });

export const useApprove = () => useChange((id: number) => decide(id, true, ''));

/** Refuses a request or cancels what somebody has. */
export const useEnd = (how: 'refuse' | 'cancel') =>
  useChange(
    ({ id, reason }: { id: number; reason: string }) =>
      how === 'refuse'
        ? decide(id, false, reason)
        : api('POST /api/admin/bookings/:id/cancel', { params: { id }, body: { reason } }),
    { isInDialog: true },
  );

export const useClose = () =>
  useChange(
    async (body: BookingClosureInput) => {
      const { cancelled } = await api('POST /api/admin/bookings/closures', { body });
      const also = cancelled > 0 ? `하고 예약 ${cancelled}건을 취소` : '';
      return { message: `쉬는 날을 추가${also}했습니다.` };
    },
    { isInDialog: true },
  );

export const useReopen = () =>
  useChange((id: number) => api('DELETE /api/admin/bookings/closures/:id', { params: { id } }));

export function useCalendarFile() {
  return useMutation({
    mutationFn: async () => saveFile(await apiFile('GET /api/bookings/file'), '내 예약.ics'),
    onError: (error) =>
      toast.error(messageOf(error, '캘린더 파일을 받지 못했습니다. 다시 시도해 주세요.')),
  });
}
