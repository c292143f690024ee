import type { Banner, BannerType } from '@naru/contract/banners';
import { isWebLink } from '@naru/contract/fields';
import type { BannerRow } from './banners.repo.ts';

/** Returns the public banner; drops a link that is not http or https. */
export function presentBanner(bannerType: BannerType, row: BannerRow): Banner {
  const { id, title, content, displayOrder, videoId } = row;
  const targetUrl = row.targetUrl !== null && isWebLink(row.targetUrl) ? row.targetUrl : null;
  return { id, title, content, targetUrl, bannerType, displayOrder, videoId };
}
