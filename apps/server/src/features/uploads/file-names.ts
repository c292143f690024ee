import { randomBytes } from 'node:crypto';
import { IMAGE_VARIANTS, type ImageVariant } from '@naru/contract/files';

const KEY_BYTES = 18;
/** Pattern of a key: 24 URL-safe characters, the first one alphanumeric. */
export const KEY = '[A-Za-z0-9][\\w-]{23}';

export function createKey(): string {
  for (;;) {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(key)) return key;
  }
}

export const VARIANTS = Object.keys(IMAGE_VARIANTS) as ImageVariant[];
const NAME = new RegExp(`^(${KEY})(?:_(thumb|medium))?\\.webp$`);

const SIGNED_NAME = /^([\w-]+\.\d{10})(?:_(thumb|medium))?\.webp$/;

const variantOf = (text: string | undefined): ImageVariant =>
  text === 'thumb' || text === 'medium' ? text : 'full';

/** Parses `{key}.webp` or `{key}_{variant}.webp`; null for any other name. */
export function readName(name: string): { key: string; variant: ImageVariant } | null {
  const [, key, variant] = NAME.exec(name) ?? [];
  return key === undefined ? null : { key, variant: variantOf(variant) };
}

/** The same with a signed token instead of a key; the token may be forged. */
export function readSignedName(name: string): { token: string; variant: ImageVariant } | null {
  const [, token, variant] = SIGNED_NAME.exec(name) ?? [];
  return token === undefined ? null : { token, variant: variantOf(variant) };
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
