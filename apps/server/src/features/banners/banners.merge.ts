import type { BannerInput } from '@naru/contract/banners';
import type { BannerRow } from './banners.repo.ts';

type Sent = Pick<BannerInput, 'id' | 'bannerType' | 'title' | 'targetUrl' | 'displayOrder'>;
type Rule = (item: Sent, row: BannerRow) => boolean;

const hasLink: Rule = ({ targetUrl }, row) => Boolean(targetUrl) && targetUrl === row.targetUrl;
const hasTitle: Rule = ({ title }, row) => Boolean(title) && title === row.title;
/** Surest first. */
const SURE_RULES: readonly Rule[] = [
  ({ id }, row) => id === row.id,
  (item, row) => item.id == null && hasLink(item, row) && hasTitle(item, row),
  (item, row) => item.id == null && hasLink(item, row),
  (item, row) => item.id == null && hasTitle(item, row),
];
/** Of a banner under a new title and link, or of another one in its place. */
const hasPlace: Rule = ({ id, displayOrder }, row) =>
  id == null && displayOrder === row.displayOrder;
const RULES = [...SURE_RULES, hasPlace];

/** The stored banner that each item changes; by other rules than its id only where a client sends no ids. */
export function findFormer<T extends Sent>(
  items: readonly T[],
  stored: readonly BannerRow[],
): Map<T, BannerRow> {
  const former = new Map<T, BannerRow>();
  const free = new Set(stored);
  const knowsIds = items.some(({ id }) => id != null);
  for (const rule of knowsIds ? RULES.slice(0, 1) : RULES) {
    for (const item of items) {
      if (former.has(item)) continue;
      const row = [...free].find((one) => one.bannerType === item.bannerType && rule(item, one));
      if (row === undefined) continue;
      former.set(item, row);
      free.delete(row);
    }
  }
  return former;
}

/** Of a banner that is found by its place alone none: it may be another one, which the period would hide. */
function periodOf(item: BannerInput, row: BannerRow | undefined) {
  const isSure = row !== undefined && SURE_RULES.some((rule) => rule(item, row));
  const stored = isSure ? row : { startsOn: null, endsOn: null };
  const { startsOn = stored.startsOn, endsOn = stored.endsOn } = item;
  return { startsOn, endsOn };
}

/** The values of an item; what it does not name stays as stored, and so do the texts of a video that are null. */
export function toMerged(item: BannerInput, row: BannerRow | undefined) {
  const { imageUrl = row?.imageUrl } = item;
  const shared = {
    content: item.content ?? (isNamed(item) ? '' : (row?.content ?? '')),
    imageUrl: imageUrl ?? null,
    ...periodOf(item, row),
  };
  if (item.bannerType === 'NORMAL') {
    const { targetUrl = row?.targetUrl } = item;
    return { ...item, ...shared, targetUrl: targetUrl ?? null };
  }
  // Captions belong to the video they were written for.
  const { captions = row?.targetUrl === item.targetUrl ? row.captions : null } = item;
  return { ...item, ...shared, title: item.title ?? row?.title ?? '', captions: captions ?? null };
}

export type MergedBanner = ReturnType<typeof toMerged>;

/** Whether the item says that it has no content. */
function isNamed({ bannerType, content }: BannerInput): boolean {
  return bannerType === 'NORMAL' && content === null;
}
