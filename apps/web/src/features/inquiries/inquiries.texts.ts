export const INQUIRY_TEXTS = {
  title: '문의하기',
  historyTitle: '내 문의 내역',
} as const;

export const STATE_NAMES = { PROCESSING: '처리 중', COMPLETED: '답변 완료' } as const;
