import { readHex } from './brand-color.ts';
import { FLAG_CHECKS } from './signal-flag.ts';

/** Address of the icon in the browser's tab: the logo, else the flag in the colour of the site. */
export function siteIcon({ color, logoUrl }: { color: string; logoUrl: string }): string {
  if (logoUrl !== '') return logoUrl;
  const hex = readHex(color);
  if (hex === null) return '/favicon.svg';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><clipPath id="r"><rect width="16" height="16" rx="3.5"/></clipPath><g clip-path="url(#r)"><path fill="#fff" d="M0 0h16v16H0z"/><path fill="${hex}" d="${FLAG_CHECKS}"/></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
