export const BANNER_TEXTS = {
  events: '학생회 행사',
  media: '영상',
  tryLater: '잠시 후 다시 시도해 주세요.',
} as const;
