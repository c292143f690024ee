import type { Board } from '@naru/contract/boards';

/** Sentences quoted in the requirements stay as they are. */
export const POST_TEXTS = {
  empty: '게시글이 없습니다.',
  emptyMarket: '아직 등록된 물품이 없습니다.',
  summaryFailed: '글을 불러오지 못했습니다.',
  notFound: '게시글을 찾을 수 없습니다.',
  pinned: '고정',
  mustRead: '필독',
  expired: '기간 지남',
  answered: '답변 완료',
} as const;

/** What will appear on a board that only staff fill. */
export function comingHint({ sourceName }: Board): string | undefined {
  return sourceName === null
    ? undefined
    : `${sourceName}의 공지를 관리자가 옮겨 실으면 여기에 보입니다.`;
}
