import * as z from 'zod/mini';
import { IMAGE_TYPES } from './images.ts';
import { get, put } from './route.ts';

export * from './images.ts';

export const fileRoutes = {
  presign: get('/api/aws/S3/presign', {
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
  }),
  upload: put('/files/upload/:token', {
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
  }),
  file: get('/files/:name', {
    summary: 'A stored picture; its key cannot be guessed',
    access: 'public',
    params: z.object({ name: z.string() }),
    response: null,
    errors: ['FILE_NOT_FOUND'],
  }),
};
