/** Picture types that may be uploaded; SVG is not among them. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Variants of a stored picture and their maximum width in pixels, for `thumb` also the height. */
export const IMAGE_VARIANTS = { thumb: 400, medium: 1000, full: 2560 } as const;
export type ImageVariant = keyof typeof IMAGE_VARIANTS;

const WHOLE = /^\/files\/(?:[\w-]{24}|(?:chat\/)?[\w-]+\.\d{10})\.webp$/;

/** `/files/{key}.webp` is the full picture, `/files/{key}_{variant}.webp` the others. */
export function imageVariantUrl(url: string, variant: ImageVariant): string {
  if (variant === 'full' || !WHOLE.test(url)) return url;
  return url.replace(/\.webp$/, `_${variant}.webp`);
}
