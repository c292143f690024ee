export const STATS_TEXTS = {
  tryLater: '잠시 후 다시 시도해 주세요.',
} as const;

export const TODAY_TEXTS = {
  tryLater: '잠시 후 다시 시도해 주세요.',
} as const;
