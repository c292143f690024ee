export const bannerKeys = { all: ['banners'] } as const;
