import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mealKeys } from '../../../entities/cafeteria/cafeteria-keys.ts';
import { api } from '../../../lib/api/api.ts';
import { ASKED_BY_HAND } from '../../../lib/api/query-client.ts';

/** Seven days from a Monday, as they are stored now. */
export function menuWeekQuery(monday: string) {
  return queryOptions({
    queryKey: mealKeys.editedWeek(monday),
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/menus', { query: { from: monday }, signal })).days,
    staleTime: 0,
    gcTime: 0,
    // The editor stands on these days: they do not change below the fingers.
    ...ASKED_BY_HAND,
  });
}

/** Saves the days given, all or none. */
export function useSaveDays() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: CafeteriaDay[]) => api('PUT /api/admin/menus', { body: { days } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: mealKeys.all }),
  });
}

/** What a file would change, and what is wrong with it. */
export function usePreviewMenus() {
  return useMutation({
    mutationFn: (csv: string) =>
      api('POST /api/admin/menus/import', { body: { csv, preview: true } }),
  });
}

export function useImportMenus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (csv: string) =>
      api('POST /api/admin/menus/import', { body: { csv, preview: false } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: mealKeys.all }),
  });
}
