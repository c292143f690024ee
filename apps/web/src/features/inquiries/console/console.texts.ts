import { DONE } from '@naru/contract/texts';

export const DESK_TEXTS = {
  list: '문의',
  search: '작성자 또는 제목 검색',
  failed: '문의를 불러오지 못했습니다.',
  tryLater: '잠시 후 다시 시도해 주세요.',
  complete: '완료',
  grant: '권한 부여',
  granted: DONE.roleGranted,
} as const;
