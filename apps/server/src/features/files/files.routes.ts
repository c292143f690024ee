import { fileRoutes } from '@naru/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { drainBody } from '../../plugins/refused-body.ts';
import { readRange } from './files.range.ts';
import type { FilesService } from './files.service.ts';

export function filesFeature(app: FastifyInstance, { files }: { files: FilesService }): void {
  const { presign, upload, file } = fileRoutes;
  mountRoutes(
    app,
    { presign },
    { presign: ({ actor, query }) => files.presign(actor, query.contentType) },
  );
  mountRoutes(
    app,
    { file },
    {
      file: async ({ params, request, reply }) => {
        const object = await files.open(params.name);
        if (object === null) throw new AppError('FILE_NOT_FOUND');
        await sendFile(params.name, object, request, reply);
      },
    },
    { isMetered: false },
  );
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    mountRoutes(
      scope,
      { upload },
      {
        upload: async ({ params, request, reply }) => {
          try {
            await files.upload({
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
        },
      },
    );
  });
}

/** A picture never changes under its name and runs nothing when it is opened (quality UP-11). */
async function sendFile(
  name: string,
  object: StoredObject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const etag = `"${name}"`;
  reply.headers({
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
  });
  if (request.headers['if-none-match'] === etag) {
    await object.close();
    reply.code(304).send();
    return;
  }
  reply.type('image/webp');
  const range = readRange(request.headers.range, object.size);
  if (range === 'unsatisfiable') {
    await object.close();
    reply.code(416).header('content-range', `bytes */${object.size}`).send();
    return;
  }
  if (range === null) {
    reply.header('content-length', object.size).send(object.open());
    return;
  }
  reply
    .code(206)
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
    .send(object.open(range));
}
