import * as z from 'zod/mini';
import {
  dayField,
  idField,
  idParams,
  isWebLink,
  lineField,
  messageSchema,
  optionalLine,
  optionalText,
  requiredValue,
  versionField,
  versionSchema,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileAddress, fileFields } from './own-files.ts';
import { isOwnPage } from './own-pages.ts';
import { del, get, post } from './route.ts';
import { TEXTS } from './texts.ts';
import { findVideoId, isOwnVideo } from './videos.ts';

export const BANNER_TYPES = ['NORMAL', 'MEDIA'] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

export const bannerSchema = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** Target of a click (http, https or a path of this site); the video's URL on media banners. */
  targetUrl: z.nullable(fileAddress),
  bannerType: z.enum(BANNER_TYPES),
  displayOrder: z.number(),
  /** The 11-character video id on media banners. */
  videoId: z.nullable(z.string()),
  /** URL of an uploaded picture: the slide's, or the poster of an uploaded video. */
  imageUrl: z.nullable(fileAddress),
  /** First and last Korean day on which members see it; null: no limit. */
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  /** WebVTT text of an uploaded video. */
  captions: z.nullable(z.string()),
});
export type Banner = z.output<typeof bannerSchema>;

/** A trimmed text that is null when it is empty; undefined when it is absent. */
function optionalValue(
  check: (value: string) => boolean,
  error: string | ((value: string) => string),
) {
  return z.pipe(
    z.nullish(z.string()),
    z.pipe(
      z.transform((value: string | null | undefined) =>
        value === undefined ? undefined : value?.trim() || null,
      ),
      z.nullish(
        z.string().check(
          z.refine(check, {
            error: ({ input }) => (typeof error === 'string' ? error : error(String(input))),
          }),
        ),
      ),
    ),
  );
}

const isPicture = (value: string) => /^\/files\/[\w-]{1,100}\.webp$/.test(value);
const isCaptions = (value: string) => /^\uFEFF?WEBVTT[\s\S]*-->/.test(value);

/**
 * Fields of both kinds; the list position decides between equal orders. Where no item has an id, each is the stored
 * banner of the same title and link, else of the same link, title or place; what it does not name stays.
 */
const common = {
  /** Stays when a stored banner has this id; otherwise the server chooses a new one. */
  id: z.nullish(idField),
  content: z.nullish(optionalText(LIMITS.bannerContentMax, TEXTS.bannerContentLength)),
  displayOrder: z.prefault(z.int().check(z.minimum(0), z.maximum(1000)), 0),
  imageUrl: optionalValue(isPicture, TEXTS.bannerPicture).register(fileFields, {
    holds: 'address',
  }),
  startsOn: z.nullish(dayField),
  endsOn: z.nullish(dayField),
};

const periodInOrder = z.refine<{ startsOn?: string | null; endsOn?: string | null }>(
  ({ startsOn, endsOn }) => !startsOn || !endsOn || startsOn <= endsOn,
  { error: TEXTS.bannerPeriodOrder, path: ['endsOn'] },
);

/** Distinguishes a path of this site that leads nowhere from a malformed link. */
const linkProblem = (link: string): string | null => {
  if (link.startsWith('/') && !link.startsWith('//')) {
    return isOwnPage(link) ? null : TEXTS.ownPageUnknown;
  }
  return isWebLink(link) ? null : TEXTS.bannerLinkFormat;
};

/** True for a web address and for the path of a page of this site. */
export const isBannerLink = (link: string): boolean => linkProblem(link) === null;

export const normalBannerBody = z
  .object({
    ...common,
    bannerType: z.literal('NORMAL'),
    title: lineField(LIMITS.bannerTitleMax, TEXTS.bannerTitleRequired, TEXTS.bannerTitleLength),
    targetUrl: optionalValue(isBannerLink, (link) => linkProblem(link) ?? ''),
  })
  .check(periodInOrder);

/** A video banner: the link contains a video id or is an uploaded video. */
export const mediaBannerBody = z
  .object({
    ...common,
    bannerType: z.literal('MEDIA'),
    title: z.nullish(optionalLine(LIMITS.bannerTitleMax, TEXTS.bannerTitleLength)),
    targetUrl: requiredValue(TEXTS.videoRequired, LIMITS.linkMax, TEXTS.videoInvalid)
      .check(
        z.refine((value) => isOwnVideo(value) || findVideoId(value) !== null, {
          error: TEXTS.videoInvalid,
        }),
      )
      .register(fileFields, { holds: 'address' }),
    captions: z.nullish(
      z
        .string()
        .check(
          z.maxLength(LIMITS.captionsMax, { error: TEXTS.captionsLength, abort: true }),
          z.refine(isCaptions, { error: TEXTS.captionsFormat }),
        ),
    ),
  })
  .check(
    periodInOrder,
    z.refine(({ captions, targetUrl }) => !captions || isOwnVideo(targetUrl), {
      error: TEXTS.captionsWithoutVideo,
      path: ['captions'],
    }),
  );

export const bannerBody = z.discriminatedUnion('bannerType', [normalBannerBody, mediaBannerBody]);
export type BannerInput = z.output<typeof bannerBody>;

const bannerListBody = z
  .array(bannerBody)
  .check(
    z.maxLength(LIMITS.bannersNormal + LIMITS.bannersMedia, TEXTS.bannersNormalLimit),
    atMost(LIMITS.bannersNormal, 'NORMAL', TEXTS.bannersNormalLimit),
    atMost(LIMITS.bannersMedia, 'MEDIA', TEXTS.bannersMediaLimit),
    z.refine(hasDistinctIds, { error: '같은 배너가 두 번 들어 있습니다.' }),
  );

const bannerLists = z.object({
  normalBanners: z.array(bannerSchema),
  mediaBanners: z.array(bannerSchema),
  /** Of all banners, shown or not. */
  version: versionSchema,
});

export const bannerRoutes = {
  list: get('/api/banners', 'signedIn', {
    summary: 'Event banners (at most 6) and media banners (at most 3) of today, in their order',
    response: bannerLists,
  }),
  all: get('/api/banners/all', 'STUDENT_COUNCIL', {
    summary: 'All banners, also those whose time has not come or is over',
    response: bannerLists,
    isWhole: true,
  }),
  save: post('/api/banners', 'STUDENT_COUNCIL', {
    summary: 'Replace the whole set of the types sent, or of the types named, in one step',
    query: z.object({
      /** `NORMAL,MEDIA`: the types to replace, including those left without banners. */
      types: z.optional(
        z.pipe(
          z.string().check(z.regex(/^(NORMAL|MEDIA)(,(NORMAL|MEDIA))?$/, TEXTS.valueInvalid)),
          z.transform((value: string) => BANNER_TYPES.filter((type) => value.includes(type))),
        ),
      ),
      version: versionField,
    }),
    body: bannerListBody,
    response: messageSchema,
    errors: ['EDIT_CONFLICT'],
  }),
  remove: del('/api/banners/:id', 'STUDENT_COUNCIL', {
    summary: 'Remove one banner',
    params: idParams,
    response: messageSchema,
    errors: ['BANNER_NOT_FOUND'],
  }),
};

function atMost(max: number, type: BannerType, error: string) {
  return z.refine<readonly { bannerType: BannerType }[]>(
    (list) => list.filter(({ bannerType }) => bannerType === type).length <= max,
    { error },
  );
}

function hasDistinctIds(list: readonly { id?: number | null | undefined }[]): boolean {
  const ids = list.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
}
