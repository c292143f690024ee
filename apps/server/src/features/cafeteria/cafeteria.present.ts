import { CAFETERIA_STATES, type CafeteriaDay, type CafeteriaState } from '@naru/contract/cafeteria';

interface Stored {
  studentState: string;
  staffState: string;
  student: Record<string, string[]>;
  staff: Record<string, string[]>;
}

/** A day without a row is not posted yet. */
export function presentDay(date: string, row: Stored | undefined): CafeteriaDay {
  const studentState = stateOf(row?.studentState);
  const staffState = stateOf(row?.staffState);
  const student = dishesOf(studentState, row?.student);
  const staff = dishesOf(staffState, row?.staff);
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

function stateOf(stored: string | undefined): CafeteriaState {
  return CAFETERIA_STATES.find((state) => state === stored) ?? 'NOT_POSTED';
}

/** Returns no dishes unless the cafeteria is open. */
function dishesOf(state: CafeteriaState, stored: Stored['student'] | undefined) {
  return (key: string): string[] => (state === 'OPEN' ? (stored?.[key] ?? []) : []);
}
