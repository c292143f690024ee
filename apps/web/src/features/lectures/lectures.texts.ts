import { DONE } from '@naru/contract/texts';
export const LECTURE_TEXTS = {
  listFailed: '강의실을 불러오지 못했습니다.',
} as const;
