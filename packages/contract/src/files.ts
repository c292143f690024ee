import * as z from 'zod/mini';
import { fewMarks, intQuery } from './fields.ts';
import { IMAGE_TYPES } from './images.ts';
import { get, put } from './route.ts';

export * from './images.ts';

export const fileRoutes = {
  presign: get('/api/aws/S3/presign', 'STUDENT', {
    summary: 'An address for one PUT of one picture, valid for 5 minutes',
    query: z.object({
      filename: z.string().check(z.maxLength(255, { abort: true }), fewMarks),
      contentType: z.enum(IMAGE_TYPES, {
        error: 'JPEG, PNG, WebP, GIF 사진만 올릴 수 있습니다.',
      }),
    }),
    response: z.object({ uploadUrl: z.string(), fileUrl: z.string() }),
    errors: ['UPLOAD_QUOTA', 'IMAGE_TYPE_UNSUPPORTED'],
  }),
  upload: put('/files/upload/:token', 'public', {
    summary: 'Upload the bytes of a picture to its signed address; no bearer token',
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
  file: get('/files/:name', 'public', {
    summary: 'A stored picture; its key cannot be guessed',
    params: z.object({ name: z.string() }),
    response: null,
    errors: ['FILE_NOT_FOUND'],
  }),
};

/** Upload and download of files in the materials tab. */
export const lectureFileRoutes = {
  attachmentPresign: get('/api/lecture-room/attachment-presign', 'STUDENT', {
    summary: 'An address for one PUT of one file of the materials tab, valid for 5 minutes',
    query: z.object({
      filename: z.string().check(z.maxLength(255, { abort: true }), fewMarks),
      /** Content type of the PUT; may be empty, because name and bytes decide. */
      contentType: z.prefault(z.string().check(z.maxLength(100)), ''),
      size: intQuery(0, 999_999_999, 0),
    }),
    response: z.object({ uploadUrl: z.string(), key: z.string() }),
    errors: ['UPLOAD_QUOTA', 'ATTACHMENT_TYPE_UNSUPPORTED', 'ATTACHMENT_TOO_LARGE'],
  }),
  attachmentUpload: put('/files/attachment-upload/:token', 'public', {
    summary: 'Upload the bytes of a file to its signed address; no bearer token',
    params: z.object({ token: z.string() }),
    response: null,
    errors: [
      'UPLOAD_DENIED',
      'UPLOAD_USED',
      'UPLOAD_QUOTA',
      'ATTACHMENT_TOO_LARGE',
      'ATTACHMENT_TYPE_UNSUPPORTED',
      'ATTACHMENT_INVALID',
    ],
  }),
  attachment: get('/files/attachments/:token', 'public', {
    summary: 'Download a file under its own name; its post holds the address, valid for an hour',
    params: z.object({ token: z.string() }),
    response: null,
    errors: ['FILE_NOT_FOUND'],
  }),
};
