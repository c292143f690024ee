import type { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';

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
