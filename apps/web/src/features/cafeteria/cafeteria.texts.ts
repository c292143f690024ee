import type { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria';

/** Sentences quoted in the requirements stay as they are. */
export const CAFETERIA_TEXTS = {
  title: '오늘의 식단',
  none: '식단 정보가 없습니다',
  failed: '데이터 로딩 실패',
  notPosted: '아직 등록되지 않았습니다.',
  closed: '운영하지 않는 날입니다.',
  loading: '식단을 불러오는 중입니다.',
  today: '오늘',
  back: '오늘 식단 보기',
} as const;

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
