export const bannerKeys = {
  all: ['banners'],
  shown: ['banners', 'shown'],
  console: ['banners', 'console'],
} as const;
