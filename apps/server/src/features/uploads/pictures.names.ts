import { IMAGE_VARIANTS, type ImageVariant } from '@naru/contract/files';
import { KEY } from './uploads.keys.ts';

export const VARIANTS = Object.keys(IMAGE_VARIANTS) as ImageVariant[];
const NAME = new RegExp(`^(${KEY})(?:_(thumb|medium))?\\.webp$`);

/** Parses `{key}.webp` or `{key}_{variant}.webp`; null for any other name. */
export function readName(name: string): { key: string; variant: ImageVariant } | null {
  const [, key, variant] = NAME.exec(name) ?? [];
  if (key === undefined) return null;
  return { key, variant: variant === 'thumb' || variant === 'medium' ? variant : 'full' };
}

/** Returns the key in `/files/{name}`; null for any other URL. */
export function keyOfUrl(url: string): string | null {
  return url.startsWith('/files/') ? (readName(url.slice('/files/'.length))?.key ?? null) : null;
}

export function objectName(key: string, variant: ImageVariant = 'full'): string {
  return variant === 'full' ? `${key}.webp` : `${key}_${variant}.webp`;
}

export function fileUrl(key: string): string {
  return `/files/${objectName(key)}`;
}

export function objectNames(key: string): string[] {
  return VARIANTS.map((variant) => objectName(key, variant));
}
