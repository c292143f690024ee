import type { BookingInput, OwnBooking } from '@naru/contract/bookings';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bookingKey, memberKeys } from '../../entities/keys.ts';
import { api, apiFile } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
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

/** A change after which everything about bookings is read anew, also home. */
function useChange<In, Out>(change: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: memberKeys.me });
      return client.invalidateQueries({ queryKey: bookingKey() });
    },
  });
}

export const useBook = () =>
  useChange(async (body: BookingInput) => {
    const { message } = await api('POST /api/bookings', { body });
    toast.success(message);
  });

export const useCheckIn = () =>
  useChange(async (id: number) => {
    const { message } = await api('POST /api/bookings/:id/check-in', { params: { id } });
    toast.success(message);
  });

export const useAccept = () =>
  useChange(async (id: number) => {
    const { message } = await api('POST /api/bookings/:id/accept', { params: { id } });
    toast.success(message);
  });

/** Cancels; the toast takes it back, unless it went to somebody or has begun. */
export function useCancel() {
  const restore = useChange(async (id: number) => {
    const { message } = await api('POST /api/bookings/:id/restore', { params: { id } });
    toast.success(message);
  });
  return useChange(async ({ id, isWanted }: OwnBooking) => {
    const { message, booking } = await api('DELETE /api/bookings/:id', { params: { id } });
    const undo = { label: UNDO, onClick: () => restore.mutate(id) };
    toast.success(message, booking.state === 'CANCELLED' && !isWanted ? undo : undefined);
  });
}

export function useCalendarFile() {
  return useMutation({
    mutationFn: async () => saveFile(await apiFile('GET /api/bookings/file'), '내 예약.ics'),
    onError: (error) =>
      toast.error(messageOf(error, '캘린더 파일을 받지 못했습니다. 다시 시도해 주세요.')),
  });
}
