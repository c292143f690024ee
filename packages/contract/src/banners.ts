import * as z from 'zod/mini';
import { defineRoutes } from './route.ts';

export const BANNER_TYPES = ['NORMAL', 'MEDIA'] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

export const bannerSchema = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** Where a click leads (http or https); the video's address on media banners. */
  targetUrl: z.nullable(z.string()),
  bannerType: z.enum(BANNER_TYPES),
  displayOrder: z.number(),
  /** The 11 characters of the video on media banners (decisions 128). */
  videoId: z.nullable(z.string()),
});
export type Banner = z.output<typeof bannerSchema>;

export const bannerRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/banners',
    summary: 'Event banners (at most 6) and media banners (at most 3) in their order',
    access: 'signedIn',
    response: z.object({
      normalBanners: z.array(bannerSchema),
      mediaBanners: z.array(bannerSchema),
    }),
  },
});
