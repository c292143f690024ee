import {
  type CafeteriaDay,
  type CafeteriaState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/cafeteria';

/** One cafeteria on one day: what a line of a file, a tab of the editor and a change are about. */
export interface MenuPart {
  state: CafeteriaState;
  /** By category or meal, those with any dish. */
  dishes: Record<string, string[]>;
}

export const CAFETERIAS = ['student', 'staff'] as const;
export type Cafeteria = (typeof CAFETERIAS)[number];

const CATEGORIES: Record<Cafeteria, readonly string[]> = {
  student: STUDENT_CATEGORIES,
  staff: STAFF_MEALS,
};

/** The part of a day; nothing is cooked while the cafeteria is not open. */
export function partOf(day: CafeteriaDay, cafeteria: Cafeteria): MenuPart {
  return cafeteria === 'student'
    ? toPart('student', day.studentState, day.studentCafeteria)
    : toPart('staff', day.staffState, day.staffCafeteria);
}

/** In the order of the categories, so that equal parts are equal as JSON. */
export function toPart(
  cafeteria: Cafeteria,
  state: CafeteriaState,
  lists: Readonly<Record<string, string[]>>,
): MenuPart {
  const cooked = CATEGORIES[cafeteria]
    .map((category) => [category, lists[category] ?? []] as const)
    .filter(([, dishes]) => state === 'OPEN' && dishes.length > 0);
  return { state, dishes: Object.fromEntries(cooked) };
}

export function isSamePart(one: MenuPart, other: MenuPart): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
