import { DONE } from '@naru/contract/texts';
export const REACTION_TEXTS = {
  like: '좋아요',
  likeFailed: '좋아요를 처리하지 못했습니다.',
  scrap: '스크랩',
  scrapOn: DONE.scrapped,
  scrapOff: '스크랩을 취소했습니다.',
  scrapFailed: '스크랩 처리 중 오류가 발생했습니다.',
} as const;
