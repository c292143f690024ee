import { fileRoutes, lectureFileRoutes, videoRoutes } from '@naru/contract/files';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { drainBody } from '../../plugins/file-form.ts';
import type { UploadsService } from './uploads.service.ts';
import type { UploadRequest } from './uploads.transfer.ts';

const CONTENT_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** A single byte range; several ranges cost more than they are worth. */
const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

export function uploadsFeature(app: FastifyInstance, { uploads }: { uploads: UploadsService }) {
  const { pictures, attachments, videos } = uploads;
  const { presign, upload, file } = fileRoutes;
  const { attachmentPresign, attachmentUpload, attachment } = lectureFileRoutes;
  const { videoPresign, videoUpload, video } = videoRoutes;
  mountRoutes(
    app,
    { presign, attachmentPresign, videoPresign },
    {
      presign: ({ actor, query }) => pictures.presign(actor, query.contentType),
      attachmentPresign: ({ actor, query }) => attachments.presign(actor, query),
      videoPresign: ({ actor, query }) => videos.presign(actor, query),
    },
  );
  mountRoutes(
    app,
    { file },
    {
      file: async ({ params, request, reply }) => {
        const object = await pictures.open(params.name);
        if (object === null) throw new AppError('FILE_NOT_FOUND');
        await sendMedia({ ...params, type: 'image/webp', object }, request, reply);
      },
    },
    { isMetered: false },
  );
  mountRoutes(
    app,
    { video },
    {
      video: async ({ params, request, reply }) => {
        const found = await videos.open(params.name);
        if (found === null) throw new AppError('FILE_NOT_FOUND');
        const { object, contentType: type } = found;
        await sendMedia({ ...params, type, object }, request, reply);
      },
    },
    { isMetered: false, isCompressed: false },
  );
  mountRoutes(
    app,
    { attachment },
    {
      attachment: async ({ params, reply }) => {
        const { name, object } = await attachments.open(params.token);
        reply
          .headers({
            'content-disposition': contentDisposition(name),
            'content-length': object.size,
            'cache-control': 'private, no-store',
            'content-security-policy': CONTENT_POLICY,
            'x-content-type-options': 'nosniff',
          })
          // Never the file's own type, so that no browser opens it inline.
          .type('application/octet-stream')
          .send(object.open());
      },
    },
    { isCompressed: false },
  );
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    mountRoutes(
      scope,
      { upload, attachmentUpload, videoUpload },
      {
        upload: receive(pictures.upload),
        attachmentUpload: receive(attachments.upload),
        videoUpload: receive(videos.upload),
      },
    );
  });
}

interface Put {
  params: { token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

function receive(upload: (request: UploadRequest) => Promise<void>) {
  return async ({ params, request, reply }: Put): Promise<void> => {
    try {
      await upload({
        token: params.token,
        contentType: request.headers['content-type'],
        declaredBytes: Number(request.headers['content-length'] ?? 0),
        body: request.raw,
      });
    } catch (error) {
      drainBody(request.raw, reply);
      throw error;
    }
    reply.send();
  };
}

interface Media {
  name: string;
  type: string;
  object: StoredObject;
}

/** Caches pictures and videos forever, because their content never changes under a name. */
async function sendMedia(
  { name, type, object }: Media,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const etag = `"${name}"`;
  reply.headers({
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': CONTENT_POLICY,
    'accept-ranges': 'bytes',
  });
  if (headers['if-none-match'] === etag) {
    await object.close();
    reply.code(304).send();
    return;
  }
  reply.type(type);
  const isFresh = (headers['if-range'] ?? etag) === etag;
  const range = isFresh ? readRange(headers.range, object.size) : null;
  if (range === null) {
    reply.header('content-length', object.size).send(object.open());
    return;
  }
  const { start, end } = range;
  if (start > end) {
    await object.close();
    reply.code(416).header('content-range', `bytes */${object.size}`).send();
    return;
  }
  reply
    .code(206)
    .header('content-length', end - start + 1)
    .header('content-range', `bytes ${start}-${end}/${object.size}`)
    .send(object.open(range));
}

/**
 * Returns the requested range; `start` > `end` means that it cannot be satisfied. Null means the whole
 * object: no header, an invalid one, or several ranges.
 */
function readRange(header = '', size: number): { start: number; end: number } | null {
  const [match, first, last, suffix] = SINGLE_RANGE.exec(header) ?? [];
  if (match === undefined) return null;
  if (suffix !== undefined) return { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  if (last !== '' && Number(first) > Number(last)) return null;
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { start: Number(first), end };
}
