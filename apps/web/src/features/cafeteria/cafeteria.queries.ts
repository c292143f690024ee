import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { queryOptions } from '@tanstack/react-query';
import { mealKeys } from '../../entities/cafeteria/cafeteria-keys.ts';
import { api } from '../../lib/api/api.ts';

const STALE_MS = 10 * 60_000;
const NO_STUDENT_DISHES = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
const NO_STAFF_DISHES = { BREAKFAST: [], LUNCH: [], DINNER: [] };

/** The menus of a day, yyyy-mm-dd. */
export function menuDayQuery(day: string) {
  const [year = '', month = '', date = ''] = day.split('-');
  return queryOptions({
    queryKey: mealKeys.day(day),
    queryFn: async ({ signal }) =>
      unwrapMenu(
        await api('GET /api/Menu/:year/:month/:day', {
          params: { year, month, day: date },
          signal,
        }),
      ),
    staleTime: STALE_MS,
  });
}

/** The answer itself, or what it wraps in `data`; missing lists are empty. */
export function unwrapMenu(answer: CafeteriaDay | { data: CafeteriaDay }): CafeteriaDay {
  const menu = 'data' in answer ? answer.data : answer;
  return {
    ...menu,
    studentState: menu.studentState ?? 'OPEN',
    staffState: menu.staffState ?? 'OPEN',
    studentCafeteria: { ...NO_STUDENT_DISHES, ...menu.studentCafeteria },
    staffCafeteria: { ...NO_STAFF_DISHES, ...menu.staffCafeteria },
  };
}
