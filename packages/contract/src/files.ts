import * as z from 'zod/mini';
import { defineRoutes } from './route.ts';

/** Picture types that may be uploaded; SVG is not among them (decisions 62). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Resized forms of a stored picture and their greatest width in pixels; the thumb's height too. */
export const IMAGE_VARIANTS = { thumb: 400, medium: 1000, full: 2560 } as const;
export type ImageVariant = keyof typeof IMAGE_VARIANTS;

/** Address of a variant: `/files/{key}.webp` is the full picture, `/files/{key}_{variant}.webp` the others. */
export function imageVariantUrl(url: string, variant: ImageVariant): string {
  if (variant === 'full' || !/^\/files\/[\w-]{24}\.webp$/.test(url)) return url;
  return url.replace(/\.webp$/, `_${variant}.webp`);
}

export const fileRoutes = defineRoutes({
  presign: {
    method: 'GET',
    path: '/api/aws/S3/presign',
    summary: 'An address for one PUT of one picture, valid for 5 minutes',
    access: 'STUDENT',
    query: z.object({
      filename: z.string().check(z.maxLength(255)),
      contentType: z.enum(IMAGE_TYPES, {
        error: 'JPEG, PNG, WebP, GIF 이미지만 올릴 수 있습니다.',
      }),
    }),
    response: z.object({ uploadUrl: z.string(), fileUrl: z.string() }),
    errors: ['UPLOAD_QUOTA', 'IMAGE_TYPE_UNSUPPORTED'],
  },
  upload: {
    method: 'PUT',
    path: '/files/upload/:token',
    summary: 'Upload the bytes of a picture to its signed address; no bearer token',
    access: 'public',
    params: z.object({ token: z.string() }),
    response: null,
    errors: [
      'UPLOAD_DENIED',
      'UPLOAD_USED',
      'IMAGE_TOO_LARGE',
      'IMAGE_TYPE_UNSUPPORTED',
      'IMAGE_INVALID',
    ],
  },
  file: {
    method: 'GET',
    path: '/files/:name',
    summary: 'A stored picture; its key cannot be guessed',
    access: 'public',
    params: z.object({ name: z.string() }),
    response: null,
    errors: ['FILE_NOT_FOUND'],
  },
});
