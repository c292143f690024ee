import type { Banner, BannerType } from '@naru/contract/banners';
import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import { presentBanner } from './banners.present.ts';
import { listBanners } from './banners.repo.ts';

export type BannersService = ReturnType<typeof createBannersService>;

export function createBannersService({ db }: { db: Db }) {
  const list = async (type: BannerType, limit: number): Promise<Banner[]> =>
    (await listBanners(db, type, limit)).map((row) => presentBanner(type, row));

  return {
    /** At most 6 event and 3 media banners, each in their order (spec 9). */
    async list() {
      const [normalBanners, mediaBanners] = await Promise.all([
        list('NORMAL', LIMITS.bannersNormal),
        list('MEDIA', LIMITS.bannersMedia),
      ]);
      return { normalBanners, mediaBanners };
    },
  };
}
