import {
  BANNER_TYPES,
  type Banner,
  type BannerType,
  mediaBannerBody,
  normalBannerBody,
} from '@naru/contract/banners';
import { LIMITS } from '@naru/contract/limits';
import { uploadName } from '@naru/contract/upload-names';
import { findVideoId } from '@naru/contract/videos';
import * as z from 'zod/mini';
import type { Difference } from '../../../ui/edit-conflict.tsx';
import { EDITOR_TEXTS } from './editor.texts.ts';

export type DraftBanner = {
  /** React key, stable while the list is edited. */
  key: string;
  /** Null until saved. */
  id: number | null;
  title: string;
  content: string;
  link: string;
  /** URL of an uploaded picture, or empty. */
  imageUrl: string;
  /** YYYY-MM-DD, or empty. */
  startsOn: string;
  endsOn: string;
  /** WebVTT, or empty. */
  captions: string;
};
export type Draft = Record<BannerType, DraftBanner[]>;
const FIELDS = ['title', 'content', 'link', 'imageUrl', 'startsOn', 'endsOn', 'captions'] as const;
export type BannerField = (typeof FIELDS)[number];
export type DraftErrors = Record<string, Partial<Record<BannerField, string>>>;

export const BANNER_LIMITS: Record<BannerType, number> = {
  NORMAL: LIMITS.bannersNormal,
  MEDIA: LIMITS.bannersMedia,
};

let lastKey = 0;

export function newBanner(): DraftBanner {
  lastKey += 1;
  const files = { imageUrl: '', captions: '' };
  const period = { startsOn: '', endsOn: '' };
  return { key: `new-${lastKey}`, id: null, title: '', content: '', link: '', ...files, ...period };
}

export function toDraft(banners: { normalBanners: Banner[]; mediaBanners: Banner[] }): Draft {
  const read = ({ id, title, content, ...banner }: Banner): DraftBanner => ({
    key: `saved-${id}`,
    id,
    title,
    content,
    link: banner.targetUrl ?? '',
    imageUrl: banner.imageUrl ?? '',
    startsOn: banner.startsOn ?? '',
    endsOn: banner.endsOn ?? '',
    captions: banner.captions ?? '',
  });
  return { NORMAL: banners.normalBanners.map(read), MEDIA: banners.mediaBanners.map(read) };
}

export function toBody(draft: Draft) {
  return BANNER_TYPES.flatMap((type) => draft[type].map((one, index) => bodyOf(type, one, index)));
}

export type PeriodState = 'shown' | 'waiting' | 'over';

/** Whether members see a banner on `today` (YYYY-MM-DD). */
export function periodState(
  { startsOn, endsOn }: Pick<DraftBanner, 'startsOn' | 'endsOn'>,
  today: string,
): PeriodState {
  if (endsOn !== '' && endsOn < today) return 'over';
  return startsOn !== '' && startsOn > today ? 'waiting' : 'shown';
}

/** The banners that members see on `today` (YYYY-MM-DD), in the form that the main page renders. */
export function toPreview(draft: Draft, type: BannerType, today: string): Banner[] {
  const shown = draft[type].filter((one) => periodState(one, today) === 'shown');
  return shown.map((one, index) => ({
    id: index + 1,
    title: one.title.trim(),
    content: one.content.trim(),
    targetUrl: one.link.trim() || null,
    bannerType: type,
    displayOrder: index,
    videoId: type === 'MEDIA' ? findVideoId(one.link) : null,
    imageUrl: one.imageUrl || null,
    startsOn: one.startsOn || null,
    endsOn: one.endsOn || null,
    captions: one.captions || null,
  }));
}

/** Validation errors by banner key and field. */
export function findErrors(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  for (const type of BANNER_TYPES) {
    for (const one of draft[type]) {
      const found = errorsOf(type, one);
      if (Object.keys(found).length > 0) errors[one.key] = found;
    }
  }
  return errors;
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(toBody(one)) === JSON.stringify(toBody(other));
}

/** The draft on top of what another editor saved: lists that were not edited here are theirs. */
export function rebase(draft: Draft, base: Draft, theirs: Draft): Draft {
  const pick = (type: BannerType) =>
    isSameList(type, draft[type], base[type]) ? theirs[type] : draft[type];
  return { NORMAL: pick('NORMAL'), MEDIA: pick('MEDIA') };
}

/** The lists that differ, as text. */
export function compareDrafts(theirs: Draft, mine: Draft): Difference[] {
  return BANNER_TYPES.filter((type) => !isSameList(type, theirs[type], mine[type])).map((type) => ({
    label: EDITOR_TEXTS[type].name,
    theirs: textOf(theirs[type]),
    mine: textOf(mine[type]),
  }));
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

function isSameList(type: BannerType, one: readonly DraftBanner[], other: readonly DraftBanner[]) {
  const text = (list: readonly DraftBanner[]) =>
    JSON.stringify(list.map((banner, index) => bodyOf(type, banner, index)));
  return text(one) === text(other);
}

function textOf(list: readonly DraftBanner[]): string {
  return list
    .map((one, index) =>
      [
        `${index + 1}. ${one.title}`.trim(),
        one.content,
        uploadName(one.link) ?? one.link,
        uploadName(one.imageUrl) ?? one.imageUrl,
        periodText(one),
        one.captions && `자막 ${one.captions.length}자`,
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

function periodText({ startsOn, endsOn }: DraftBanner): string {
  return startsOn || endsOn ? `${startsOn} ~ ${endsOn}`.trim() : '';
}

function bodyOf(type: BannerType, one: DraftBanner, displayOrder: number) {
  const { id, title, content, link } = one;
  const period = { startsOn: one.startsOn || null, endsOn: one.endsOn || null };
  const common = { id, title, content, displayOrder, imageUrl: one.imageUrl || null, ...period };
  return type === 'NORMAL'
    ? { ...common, bannerType: 'NORMAL' as const, targetUrl: link.trim() || null }
    : {
        ...common,
        bannerType: 'MEDIA' as const,
        targetUrl: link,
        captions: one.captions || null,
      };
}

function errorsOf(type: BannerType, one: DraftBanner): Partial<Record<BannerField, string>> {
  const schema = type === 'NORMAL' ? normalBannerBody : mediaBannerBody;
  const { error } = z.safeParse(schema, bodyOf(type, one, 0));
  const found: Partial<Record<BannerField, string>> = {};
  for (const { path, message } of error?.issues ?? []) {
    const name = path[0] === 'targetUrl' ? 'link' : path[0];
    const field = FIELDS.find((one) => one === name);
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}
