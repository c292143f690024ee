import type { BannerType } from '@naru/contract/banners';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { banners } from '../../db/schema/index.ts';

/** Banners of a type in their order, at most `limit`. */
export async function listBanners(db: Executor, bannerType: BannerType, limit: number) {
  return db
    .select()
    .from(banners)
    .where(eq(banners.bannerType, bannerType))
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(limit);
}

export type BannerRow = Awaited<ReturnType<typeof listBanners>>[number];
