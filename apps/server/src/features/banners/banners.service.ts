import {
  BANNER_TYPES,
  type Banner,
  type BannerInput,
  type BannerType,
  isBannerLink,
} from '@naru/contract/banners';
import { LIMITS } from '@naru/contract/limits';
import { findVideoId, isOwnVideo } from '@naru/contract/videos';
import type { Executor } from '../../db/client.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { Pictures, Videos } from '../uploads/uploads.service.ts';
import { findFormer, type MergedBanner, toMerged } from './banners.merge.ts';
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

type Described = Pick<Banner, 'title' | 'content' | 'bannerType'> & {
  [K in 'targetUrl' | 'imageUrl' | 'startsOn' | 'endsOn' | 'captions']?: Banner[K] | undefined;
};

/** A banner in the audit log: its title and everything that a save can change. */
function describeBanner(banner: Described) {
  const { bannerType, title, content, targetUrl, imageUrl, startsOn, endsOn, captions } = banner;
  const filled = { content, targetUrl, imageUrl, startsOn, endsOn };
  return {
    bannerType,
    title,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => Boolean(value))),
    ...(captions && { captions: captions.length }),
  };
}

const NOTHING_SENT = '저장할 배너가 없습니다.';

export type BannersService = ReturnType<typeof createBannersService>;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit'> {
  pictures: Pick<Pictures, 'isReadyOf'>;
  videos: Pick<Videos, 'isReadyOf'>;
}

export function createBannersService({ db, clock, audit, pictures, videos }: Deps) {
  const list = async (executor: Executor, type: BannerType, limit: number): Promise<Banner[]> =>
    (await listBanners(executor, type, limit)).map((row) => present(type, row));

  async function readAll(executor: Executor) {
    const normalBanners = await list(executor, 'NORMAL', LIMITS.bannersNormal);
    const mediaBanners = await list(executor, 'MEDIA', LIMITS.bannersMedia);
    return { normalBanners, mediaBanners };
  }

  /** Throws IMAGE_NOT_READY and VIDEO_NOT_READY for a new file that is no checked upload of the actor. */
  async function requireFiles(
    tx: Executor,
    actor: Actor,
    { items, stored }: { items: readonly MergedBanner[]; stored: readonly BannerRow[] },
  ): Promise<void> {
    const known = new Set(stored.flatMap(({ imageUrl, targetUrl }) => [imageUrl, targetUrl]));
    for (const { imageUrl, targetUrl } of items) {
      const isNewPicture = imageUrl !== null && !known.has(imageUrl);
      if (isNewPicture && !(await pictures.isReadyOf(tx, actor, imageUrl))) {
        throw new AppError('IMAGE_NOT_READY');
      }
      const isNewVideo = targetUrl !== null && isOwnVideo(targetUrl) && !known.has(targetUrl);
      if (isNewVideo && !(await videos.isReadyOf(tx, actor, targetUrl))) {
        throw new AppError('VIDEO_NOT_READY');
      }
    }
  }

  return {
    /** The banners whose period includes today in Korea. */
    async listShown() {
      const all = await readAll(db);
      const today = kstDay(clock.now());
      const isShown = ({ startsOn, endsOn }: Banner) =>
        (startsOn === null || startsOn <= today) && (endsOn === null || endsOn >= today);
      return {
        normalBanners: all.normalBanners.filter(isShown),
        mediaBanners: all.mediaBanners.filter(isShown),
        version: versionOf(all),
      };
    },

    async listAll() {
      const all = await readAll(db);
      return { ...all, version: versionOf(all) };
    },

    /**
     * Replaces all banners of the given types and of the types of the items. An item whose id was
     * deleted in the meantime becomes a new banner. Throws VALIDATION_FAILED when no type is named,
     * EDIT_CONFLICT when the banners are no longer those of `version`, IMAGE_NOT_READY and
     * VIDEO_NOT_READY for files that were not uploaded.
     */
    async save(
      actor: Actor,
      sent: readonly BannerInput[],
      { types = [], version }: { types?: readonly BannerType[]; version?: string } = {},
    ): Promise<void> {
      const named = [...types, ...sent.map(({ bannerType }) => bannerType)];
      const replaced = BANNER_TYPES.filter((type) => named.includes(type));
      if (replaced.length === 0) throw new AppError('VALIDATION_FAILED', { message: NOTHING_SENT });
      await db.transaction(async (tx) => {
        await lockBanners(tx);
        requireVersion(version, await readAll(tx));
        const stored = await listStored(tx, replaced);
        const former = findFormer(sent, stored);
        const merged = sent.map((item) => ({
          ...toMerged(item, former.get(item)),
          id: former.get(item)?.id,
        }));
        await requireFiles(tx, actor, { items: merged, stored });
        await deleteOthers(
          tx,
          replaced,
          [...former.values()].map(({ id }) => id),
        );
        for (const { item, displayOrder } of replaced.flatMap((type) => inOrder(merged, type))) {
          const values = toValues(item, displayOrder);
          if (item.id !== undefined) await updateBanner(tx, item.id, values);
          else await insertBanner(tx, { ...values, createdAt: clock.now() });
        }
        const detail = {
          types: replaced,
          before: stored.map(describeBanner),
          after: merged.map(describeBanner),
        };
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
function inOrder<T extends MergedBanner>(items: readonly T[], type: BannerType) {
  return items
    .filter(({ bannerType }) => bannerType === type)
    .toSorted((a, b) => a.displayOrder - b.displayOrder)
    .map((item, displayOrder) => ({ item, displayOrder }));
}

/** Drops a link that is neither a web address nor a page or video of this site. */
function present(bannerType: BannerType, row: BannerRow): Banner {
  const { id, title, content, displayOrder, videoId, imageUrl, startsOn, endsOn, captions } = row;
  const isSafe =
    row.targetUrl !== null && (isBannerLink(row.targetUrl) || isOwnVideo(row.targetUrl));
  const targetUrl = isSafe ? row.targetUrl : null;
  const period = { startsOn, endsOn };
  return {
    id,
    title,
    content,
    targetUrl,
    bannerType,
    displayOrder,
    videoId,
    imageUrl,
    ...period,
    captions,
  };
}

function toValues(item: MergedBanner, displayOrder: number) {
  const { bannerType, title, content, imageUrl, startsOn, endsOn } = item;
  const link =
    item.bannerType === 'MEDIA'
      ? { ...toVideo(item.targetUrl), captions: item.captions }
      : { targetUrl: item.targetUrl, videoId: null, captions: null };
  return { bannerType, title, content, ...link, imageUrl, startsOn, endsOn, displayOrder };
}

/** Adds the scheme that a pasted video address may lack. */
function toVideo(link: string) {
  if (isOwnVideo(link)) return { targetUrl: link, videoId: null };
  const whole = /^https?:/i.test(link) ? link : `https://${link}`;
  return { targetUrl: whole, videoId: findVideoId(link) };
}
