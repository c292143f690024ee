import type { Banner, BannerType } from '@naru/contract/banners';
import type { BannerRow } from './banners.repo.ts';

/** A banner as everybody sees it; an address that is not http or https is left out (quality RD-03). */
export function presentBanner(bannerType: BannerType, row: BannerRow): Banner {
  const { id, title, content, displayOrder, videoId } = row;
  const targetUrl = row.targetUrl !== null && isWebAddress(row.targetUrl) ? row.targetUrl : null;
  return { id, title, content, targetUrl, bannerType, displayOrder, videoId };
}

function isWebAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}
