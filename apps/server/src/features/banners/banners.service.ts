import {
  BANNER_TYPES,
  type Banner,
  type BannerInput,
  type BannerType,
} from '@naru/contract/banners';
import { LIMITS } from '@naru/contract/limits';
import { findVideoId } from '@naru/contract/videos';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { presentBanner } from './banners.present.ts';
import {
  type BannerValues,
  deleteBanner,
  deleteOthers,
  insertBanner,
  listBanners,
  listStored,
  lockBanners,
  updateBanner,
} from './banners.repo.ts';

const NOTHING_SENT = '저장할 배너가 없습니다.';

interface Deps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditService, 'record'>;
}

export type BannersService = ReturnType<typeof createBannersService>;

export function createBannersService({ db, clock, audit }: Deps) {
  const list = async (type: BannerType, limit: number): Promise<Banner[]> =>
    (await listBanners(db, type, limit)).map((row) => presentBanner(type, row));

  return {
    /** At most 6 event and 3 media banners, each in their order. */
    async list() {
      const [normalBanners, mediaBanners] = await Promise.all([
        list('NORMAL', LIMITS.bannersNormal),
        list('MEDIA', LIMITS.bannersMedia),
      ]);
      return { normalBanners, mediaBanners };
    },

    /**
     * Makes the list the whole set of its types, or of `types`: in one transaction and one caller
     * at a time. Items keep the id of a stored one; an id that is gone meanwhile becomes a new
     * banner, so that nothing is lost. VALIDATION_FAILED when it names no type.
     */
    async save(
      actor: Actor,
      items: readonly BannerInput[],
      types: readonly BannerType[] = [],
    ): Promise<void> {
      const sent = [...types, ...items.map(({ bannerType }) => bannerType)];
      const replaced = BANNER_TYPES.filter((type) => sent.includes(type));
      if (replaced.length === 0) throw new AppError('VALIDATION_FAILED', { message: NOTHING_SENT });
      await db.transaction(async (tx) => {
        await lockBanners(tx);
        const stored = await listStored(tx, replaced);
        const isStored = (id: number | null | undefined): id is number =>
          stored.some((banner) => banner.id === id);
        await deleteOthers(tx, replaced, items.map(({ id }) => id).filter(isStored));
        for (const { item, place } of replaced.flatMap((type) => inOrder(items, type))) {
          const values = toValues(item, place);
          if (isStored(item.id)) await updateBanner(tx, item.id, values);
          else await insertBanner(tx, { ...values, createdAt: clock.now() });
        }
        await audit.record(tx, {
          actorId: actor.memberId,
          address: actor.address,
          action: 'banner.replace',
          targetType: 'banner',
          targetId: 0,
          detail: { types: replaced, before: wordsOf(stored), after: wordsOf(items) },
        });
      });
    },

    /** Removes one. Throws BANNER_NOT_FOUND, the second time too. */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockBanners(tx);
        const gone = await deleteBanner(tx, id);
        if (gone === null) throw new AppError('BANNER_NOT_FOUND');
        await audit.record(tx, {
          actorId: actor.memberId,
          address: actor.address,
          action: 'banner.delete',
          targetType: 'banner',
          targetId: id,
          detail: gone,
        });
      });
    },
  };
}

/** Items of a type by their order; equal orders as they were sent. */
function inOrder(items: readonly BannerInput[], type: BannerType) {
  return items
    .filter(({ bannerType }) => bannerType === type)
    .toSorted((a, b) => a.displayOrder - b.displayOrder)
    .map((item, place) => ({ item, place }));
}

function toValues(item: BannerInput, displayOrder: number): BannerValues {
  const { bannerType, title, content } = item;
  const { targetUrl, videoId } = bannerType === 'MEDIA' ? toVideo(item.targetUrl) : toLink(item);
  return { bannerType, title, content, targetUrl, videoId, displayOrder };
}

function toLink({ targetUrl }: Pick<BannerInput, 'targetUrl'>) {
  return { targetUrl, videoId: null };
}

/** The address as it was written, with the scheme it may lack. */
function toVideo(link: string | null) {
  const whole = link !== null && !/^https?:/i.test(link) ? `https://${link}` : link;
  return { targetUrl: whole, videoId: findVideoId(link ?? '') };
}

/** Kind, title and address of each, for the record. */
function wordsOf(
  list: readonly { title: string; bannerType: string; targetUrl: string | null }[],
): string[] {
  return list.map(({ bannerType, title, targetUrl }) =>
    [bannerType, title, targetUrl].filter(Boolean).join(' '),
  );
}
