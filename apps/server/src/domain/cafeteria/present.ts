import type { CafeteriaDay } from '@naru/contract/cafeteria';
import type { DayRow } from './menus.repo.ts';

/** The day as readers get it: what is not served is absent. */
export function presentServed({ studentCafeteria, staffCafeteria, ...day }: CafeteriaDay) {
  return {
    ...day,
    studentCafeteria: served(studentCafeteria),
    staffCafeteria: served(staffCafeteria),
  };
}

function served<K extends string>(corners: Record<K, string[]>): Partial<Record<K, string[]>> {
  const all = Object.entries<string[]>(corners).filter(([, dishes]) => dishes.length > 0);
  return Object.fromEntries(all) as Partial<Record<K, string[]>>;
}

/** A day without a row is not posted yet; a cafeteria that is not open has no dishes. */
export function presentDay(date: string, row: DayRow | undefined): CafeteriaDay {
  const studentState = row?.studentState ?? 'NOT_POSTED';
  const staffState = row?.staffState ?? 'NOT_POSTED';
  const student = (key: string) => (studentState === 'OPEN' && row?.student[key]) || [];
  const staff = (key: string) => (staffState === 'OPEN' && row?.staff[key]) || [];
  return {
    date,
    studentState,
    staffState,
    studentCafeteria: {
      SET_MENU: student('SET_MENU'),
      WESTERN: student('WESTERN'),
      SNACK: student('SNACK'),
      RAMEN: student('RAMEN'),
    },
    staffCafeteria: {
      BREAKFAST: staff('BREAKFAST'),
      LUNCH: staff('LUNCH'),
      DINNER: staff('DINNER'),
    },
  };
}
