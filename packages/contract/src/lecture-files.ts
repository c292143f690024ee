import * as z from 'zod/mini';
import { intQuery } from './fields.ts';
import { get, put } from './route.ts';

/** Upload and download of files in the materials tab. */
export const lectureFileRoutes = {
  attachmentPresign: get('/api/lecture-room/attachment-presign', {
    summary: 'An address for one PUT of one file of the materials tab, valid for 5 minutes',
    access: 'STUDENT',
    query: z.object({
      filename: z.string().check(z.maxLength(255)),
      /** Content type of the PUT; may be empty, because name and bytes decide. */
      contentType: z.prefault(z.string().check(z.maxLength(100)), ''),
      size: intQuery(0, 999_999_999, 0),
    }),
    response: z.object({ uploadUrl: z.string(), key: z.string() }),
    errors: ['UPLOAD_QUOTA', 'ATTACHMENT_TYPE_UNSUPPORTED', 'ATTACHMENT_TOO_LARGE'],
  }),
  attachmentUpload: put('/files/attachment-upload/:token', {
    summary: 'Upload the bytes of a file to its signed address; no bearer token',
    access: 'public',
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
  attachment: get('/files/attachments/:token', {
    summary:
      'Download a file under its own name; the address is part of its post and valid for an hour',
    access: 'public',
    params: z.object({ token: z.string() }),
    response: null,
    errors: ['FILE_NOT_FOUND'],
  }),
};
