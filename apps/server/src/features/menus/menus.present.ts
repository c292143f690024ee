import {
  MENU_STATES,
  type MenuDay,
  type MenuState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/menus';

interface Stored {
  studentState: string;
  staffState: string;
  student: Record<string, string[]>;
  staff: Record<string, string[]>;
}

/** A stored day as the contract has it; a day without a row is not posted yet (decisions 124). */
export function presentMenuDay(date: string, row: Stored | null): MenuDay {
  const studentState = stateOf(row?.studentState);
  const staffState = stateOf(row?.staffState);
  return {
    date,
    studentState,
    staffState,
    studentCafeteria: dishesOf(STUDENT_CATEGORIES, studentState, row?.student),
    staffCafeteria: dishesOf(STAFF_MEALS, staffState, row?.staff),
  };
}

function stateOf(stored: string | undefined): MenuState {
  return MENU_STATES.find((state) => state === stored) ?? 'NOT_POSTED';
}

/** Every key with its list; nothing is cooked while the cafeteria is not open. */
function dishesOf<Key extends string>(
  keys: readonly Key[],
  state: MenuState,
  stored: Record<string, string[]> | undefined,
): Record<Key, string[]> {
  const entries = keys.map((key) => [key, state === 'OPEN' ? (stored?.[key] ?? []) : []]);
  return Object.fromEntries(entries);
}
