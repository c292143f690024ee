import { brandProperties } from '@naru/contract/brand-color';
import { imageVariantUrl } from '@naru/contract/images';
import type { SiteConfig } from '@naru/contract/site';
import { siteIcon } from '@naru/contract/site-icon';
import { escapeHtml } from '../platform/escape-html.ts';
import { appIconUrl } from './app-icons.ts';
import { describeSite } from './web-manifest.ts';

/**
 * Puts names, colour, logo and configuration into the built page, so that its first paint and the
 * previews of its links show them; attributes, as scripts are forbidden.
 */
export function fillPage(page: string, config: SiteConfig, publicUrl: string): string {
  const { siteName, shortName, color, logoUrl } = config;
  const name = escapeHtml(siteName);
  const style = Object.entries(brandProperties(color))
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ');
  const image = logoUrl === '' ? [] : [['og:image', publicUrl + imageVariantUrl(logoUrl, 'thumb')]];
  const shared = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', siteName],
    ['og:description', describeSite(config)],
    ...image,
  ].map(([property = '', content = '']) => meta('property', property, content));
  const head = [
    `<title>${name}</title>`,
    meta('name', 'site-config', JSON.stringify(config)),
    meta('name', 'apple-mobile-web-app-title', shortName || siteName),
    ...shared,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<link rel="apple-touch-icon" href="${appIconUrl('apple-touch', config)}" />`,
  ].join('\n    ');
  return page
    .replace('<html lang="ko"', () => `<html lang="ko" style="${style}"`)
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace(/(<link rel="icon" href=")[^"]*/, (_, start) => start + escapeHtml(siteIcon(config)))
    .replace(/(<p id="splash-name">)[^<]*/, (_, start) => `${start}${name}`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start) => start + escapeHtml(describeSite(config)),
    );
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}
