import * as z from 'zod/mini';
import { ATTACHMENT_ENDINGS } from './attachments.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { fewMarks, intQuery } from './fields.ts';
import { IMAGE_TYPES } from './images.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { get, put } from './route.ts';
import { TEXTS } from './texts.ts';
import { VIDEO_TYPES, type VideoType } from './videos.ts';

export * from './images.ts';

/** A file of a post or an inquiry. */
export const attachmentSchema = z.object({
  key: z.string(),
  name: z.string(),
  bytes: z.number(),
  contentType: z.string(),
  /** Download URL, signed for the next hour and for the reader who received it. */
  url: fileAddress,
});
export type Attachment = z.output<typeof attachmentSchema>;

/** A file that waits for its post: it has no address yet. */
export const waitingFileSchema = z.pick(attachmentSchema, { key: true, name: true, bytes: true });

/** What this installation accepts as files. */
export const attachmentPolicySchema = z.object({
  endings: z.array(z.enum(ATTACHMENT_ENDINGS)),
  maxBytes: z.number(),
});

/**
 * Where a client sends a file: all of it to `uploadUrl`, or first to `storeUrl`, if there is one, and
 * then an empty PUT of the same type to `uploadUrl`, which checks what arrived.
 */
const uploadUrls = { uploadUrl: fileAddress, storeUrl: z.nullable(z.string()) };

const filenameQuery = z.prefault(z.string().check(z.maxLength(255, { abort: true }), fewMarks), '');

/** Why the server refuses the bytes of a picture. */
export const IMAGE_REFUSALS = [
  'IMAGE_TOO_LARGE',
  'IMAGE_TYPE_UNSUPPORTED',
  'IMAGE_INVALID',
] as const;

/** PUT of the bytes of `what` to an address that a presign call signed. */
export function uploadRoute<const P extends string, const E extends readonly ErrorCode[]>(
  path: P,
  what: string,
  refusals: E,
) {
  return put(path, 'public', {
    summary: `Upload the bytes of ${what} to its signed address; no bearer token`,
    params: z.object({ token: z.string() }),
    response: null,
    errors: ['UPLOAD_DENIED', 'UPLOAD_USED', 'STORAGE_UNAVAILABLE', ...refusals],
  });
}

/** GET of the bytes of a stored file, by its name or a signed token. */
export function downloadRoute<const P extends string, const N extends 'name' | 'token'>(
  path: P,
  name: N,
  summary: string,
) {
  return get(path, 'public', {
    summary,
    params: z.object({ [name]: z.string() } as Record<N, z.ZodMiniString>),
    response: null,
    errors: ['FILE_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  });
}

const keyField = z.string().check(z.regex(/^[\w-]{1,64}$/, TEXTS.attachmentForeign));

const keysField = z
  .array(keyField)
  .check(z.maxLength(LIMITS.attachmentsMax, TEXTS.attachmentTooMany));

/** Keys of uploaded files, in order. */
export const newAttachmentsField = z.prefault(keysField, []);

/** The same of a post: a change without them leaves the stored ones; null and an empty list remove them. */
export const attachmentsField = z.pipe(
  z.nullish(keysField),
  z.transform((keys: string[] | null | undefined): string[] | undefined =>
    keys === null ? [] : keys,
  ),
);

export const fileRoutes = {
  presign: get('/api/aws/S3/presign', 'STUDENT', {
    whileReadOnly: false,
    summary: 'An address for one PUT of one picture, valid for 5 minutes',
    query: z.object({
      filename: filenameQuery,
      contentType: z.enum(IMAGE_TYPES, {
        error: TEXTS.imageTypes,
      }),
    }),
    response: z.object({ uploadUrl: fileAddress, fileUrl: fileAddress }),
    errors: ['STORAGE_UNAVAILABLE', 'UPLOAD_QUOTA', 'IMAGE_TYPE_UNSUPPORTED'],
  }),
  upload: uploadRoute('/files/upload/:token', 'a picture', IMAGE_REFUSALS),
  file: downloadRoute('/files/:name', 'name', 'A stored picture; its key cannot be guessed'),
};

/** Upload and download of the files of posts and inquiries. */
export const attachmentRoutes = {
  attachmentPresign: get('/api/attachments/presign', 'signedIn', {
    whileReadOnly: false,
    summary: 'An address for one PUT of one file of a post or an inquiry, valid for 5 minutes',
    query: z.object({
      filename: filenameQuery,
      /** Content type of the PUT; may be empty, because name and bytes decide. */
      contentType: z.prefault(z.string().check(z.maxLength(100)), ''),
      size: intQuery(0, 999_999_999, 0),
    }),
    response: z.object({ ...uploadUrls, key: z.string() }),
    errors: [
      'STORAGE_UNAVAILABLE',
      'UPLOAD_QUOTA',
      'ATTACHMENT_TYPE_UNSUPPORTED',
      'ATTACHMENT_TOO_LARGE',
    ],
  }),
  attachmentUpload: uploadRoute('/files/attachment-upload/:token', 'a file', [
    'UPLOAD_QUOTA',
    'ATTACHMENT_TOO_LARGE',
    'ATTACHMENT_TYPE_UNSUPPORTED',
    'ATTACHMENT_INVALID',
  ]),
  attachment: downloadRoute(
    '/files/attachments/:token',
    'token',
    'Download a file, or one range of it, under its own name; its post or inquiry holds the address',
  ),
};

/** Upload and playback of the videos of media banners. */
export const videoRoutes = {
  videoPresign: get('/api/banners/video-presign', 'STUDENT_COUNCIL', {
    whileReadOnly: false,
    summary: 'An address for one PUT of one video, valid for 5 minutes',
    query: z.object({
      contentType: z.enum(Object.keys(VIDEO_TYPES) as VideoType[], {
        error: ERRORS.VIDEO_TYPE_UNSUPPORTED.message,
      }),
      size: intQuery(0, 999_999_999, 0),
    }),
    response: z.object({ ...uploadUrls, fileUrl: fileAddress }),
    errors: ['STORAGE_UNAVAILABLE', 'UPLOAD_QUOTA', 'VIDEO_TOO_LARGE'],
  }),
  videoUpload: uploadRoute('/files/video-upload/:token', 'a video', [
    'UPLOAD_QUOTA',
    'VIDEO_TOO_LARGE',
    'VIDEO_TYPE_UNSUPPORTED',
    'VIDEO_INVALID',
  ]),
  video: downloadRoute(
    '/files/videos/:name',
    'name',
    'A stored video, whole or a byte range; its key cannot be guessed',
  ),
};
