import { BRAND_PROPERTIES, brandProperties } from '@naru/contract/brand-color';
import type { SiteConfig } from '@naru/contract/site';
import { siteIcon } from '@naru/contract/site-icon';
import { setSiteName } from '../../lib/site-name.ts';

/** Applies a changed identity to colours and titles; the first one comes with the page. */
export function showIdentity(config: SiteConfig): void {
  const { color, siteName } = config;
  setSiteName(siteName);
  document.querySelector('link[rel=icon]')?.setAttribute('href', siteIcon(config));
  const { style } = document.documentElement;
  for (const property of BRAND_PROPERTIES) style.removeProperty(property);
  for (const [property, value] of Object.entries(brandProperties(color))) {
    style.setProperty(property, value);
  }
}
