import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { queryOptions } from '@tanstack/react-query';
import { mealKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import type { MealDay } from './next-meal.ts';

const STALE_MS = 10 * 60_000;
const NO_STUDENT_DISHES = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
const NO_STAFF_DISHES = { BREAKFAST: [], LUNCH: [], DINNER: [] };

export function mealDayQuery(day: string) {
  const [year = '', month = '', date = ''] = day.split('-');
  const params = { year, month, day: date };
  return queryOptions({
    queryKey: mealKeys.day(day),
    queryFn: async ({ signal }) =>
      unwrapMeals(await api('GET /api/Menu/:year/:month/:day', { params, signal })),
    staleTime: STALE_MS,
  });
}

type ReadDay = ResultOf<'GET /api/Menu/:year/:month/:day'>;
type ServedDay = Omit<ReadDay, 'next'>;

/** Unwraps `data` and fills in the lists of what is not served. */
export function unwrapMeals(response: ReadDay | { data: ReadDay }): MealDay {
  const { next, ...menu } = 'data' in response ? response.data : response;
  return { ...withAllLists(menu), ...(next && { next: withAllLists(next) }) };
}

function withAllLists(menu: ServedDay): CafeteriaDay {
  return {
    ...menu,
    studentState: menu.studentState ?? 'OPEN',
    staffState: menu.staffState ?? 'OPEN',
    studentCafeteria: { ...NO_STUDENT_DISHES, ...menu.studentCafeteria },
    staffCafeteria: { ...NO_STAFF_DISHES, ...menu.staffCafeteria },
  };
}
