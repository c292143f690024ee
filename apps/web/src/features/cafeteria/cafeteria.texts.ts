import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { type STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';

export const CATEGORY_LABELS: Record<(typeof STUDENT_CATEGORIES)[number], string> = {
  SET_MENU: '정식',
  WESTERN: '양식',
  SNACK: '분식',
  RAMEN: '라면',
};

export const MEAL_LABELS: Record<(typeof STAFF_MEALS)[number], string> = {
  BREAKFAST: '조식',
  LUNCH: '중식',
  DINNER: '석식',
};

/** The first meal of the student cafeteria in one line: `정식 제육볶음, 된장국`. */
export function mealLine({ studentState, studentCafeteria }: CafeteriaDay): string {
  if (studentState === 'CLOSED') return '오늘은 학생식당을 운영하지 않습니다.';
  const served = STUDENT_CATEGORIES.find((category) => studentCafeteria[category].length > 0);
  if (studentState !== 'OPEN' || served === undefined) return '오늘 식단이 아직 없습니다.';
  return `${CATEGORY_LABELS[served]} ${studentCafeteria[served].join(', ')}`;
}
