export const EDITOR_TEXTS = {
  student: '학생식당',
  staff: '교직원식당',
  OPEN: '운영',
  CLOSED: '휴무',
  NOT_POSTED: '미등록',
} as const;
