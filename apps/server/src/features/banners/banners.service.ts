import {
  BANNER_TYPES,
  type Banner,
  type BannerInput,
  type BannerType,
} from '@naru/contract/banners';
import { isWebLink } from '@naru/contract/fields';
import { LIMITS } from '@naru/contract/limits';
import { findVideoId } from '@naru/contract/videos';
import type { Executor } from '../../db/client.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { found } from '../../platform/found.ts';
import type { Tools } from '../../tools.ts';
import {
  type BannerRow,
  deleteBanner,
  deleteOthers,
  insertBanner,
  listBanners,
  listStored,
  lockBanners,
  updateBanner,
} from './banners.repo.ts';

const NOTHING_SENT = '저장할 배너가 없습니다.';

export type BannersService = ReturnType<typeof createBannersService>;

export function createBannersService({ db, clock, audit }: Pick<Tools, 'db' | 'clock' | 'audit'>) {
  const list = async (executor: Executor, type: BannerType, limit: number): Promise<Banner[]> =>
    (await listBanners(executor, type, limit)).map((row) => present(type, row));

  async function listAll(executor: Executor) {
    const normalBanners = await list(executor, 'NORMAL', LIMITS.bannersNormal);
    const mediaBanners = await list(executor, 'MEDIA', LIMITS.bannersMedia);
    return { normalBanners, mediaBanners };
  }

  return {
    async list() {
      const banners = await listAll(db);
      return { ...banners, version: versionOf(banners) };
    },

    /**
     * Replaces all banners of the given types and of the types of the items. An item whose id was
     * deleted in the meantime becomes a new banner. Throws VALIDATION_FAILED when no type is named,
     * EDIT_CONFLICT when the banners are no longer those of `version`.
     */
    async save(
      actor: Actor,
      items: readonly BannerInput[],
      { types = [], version }: { types?: readonly BannerType[]; version?: string } = {},
    ): Promise<void> {
      const sent = [...types, ...items.map(({ bannerType }) => bannerType)];
      const replaced = BANNER_TYPES.filter((type) => sent.includes(type));
      if (replaced.length === 0) throw new AppError('VALIDATION_FAILED', { message: NOTHING_SENT });
      await db.transaction(async (tx) => {
        await lockBanners(tx);
        requireVersion(version, await listAll(tx));
        const stored = await listStored(tx, replaced);
        const isStored = (id: number | null | undefined): id is number =>
          stored.some((banner) => banner.id === id);
        await deleteOthers(tx, replaced, items.map(({ id }) => id).filter(isStored));
        for (const { item, displayOrder } of replaced.flatMap((type) => inOrder(items, type))) {
          const values = toValues(item, displayOrder);
          if (isStored(item.id)) await updateBanner(tx, item.id, values);
          else await insertBanner(tx, { ...values, createdAt: clock.now() });
        }
        const detail = { types: replaced, before: summarise(stored), after: summarise(items) };
        await audit.record(tx, actor, { action: 'banner.replace', detail });
      });
    },

    /** Throws BANNER_NOT_FOUND. */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockBanners(tx);
        const detail = found(await deleteBanner(tx, id), 'BANNER_NOT_FOUND');
        await audit.record(tx, actor, { action: 'banner.delete', targetId: id, detail });
      });
    },
  };
}

/** Numbers the items of a type from 0; equal orders keep the sequence of the request. */
function inOrder(items: readonly BannerInput[], type: BannerType) {
  return items
    .filter(({ bannerType }) => bannerType === type)
    .toSorted((a, b) => a.displayOrder - b.displayOrder)
    .map((item, displayOrder) => ({ item, displayOrder }));
}

/** Drops a link that is not http or https. */
function present(bannerType: BannerType, row: BannerRow): Banner {
  const { id, title, content, displayOrder, videoId } = row;
  const targetUrl = row.targetUrl !== null && isWebLink(row.targetUrl) ? row.targetUrl : null;
  return { id, title, content, targetUrl, bannerType, displayOrder, videoId };
}

function toValues(item: BannerInput, displayOrder: number) {
  const { bannerType, title, content, targetUrl } = item;
  const link = bannerType === 'MEDIA' ? toVideo(targetUrl) : { targetUrl, videoId: null };
  return { bannerType, title, content, ...link, displayOrder };
}

/** Adds the scheme that a pasted video address may lack. */
function toVideo(link: string | null) {
  const whole = link !== null && !/^https?:/i.test(link) ? `https://${link}` : link;
  return { targetUrl: whole, videoId: findVideoId(link ?? '') };
}

function summarise(list: readonly Pick<BannerRow, 'bannerType' | 'title' | 'targetUrl'>[]) {
  return list.map(({ bannerType, title, targetUrl }) =>
    [bannerType, title, targetUrl].filter(Boolean).join(' '),
  );
}
