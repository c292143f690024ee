import { lectureFileRoutes } from '@naru/contract/lecture-files';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { drainBody } from '../../plugins/refused-body.ts';
import type { AttachmentsService } from './attachments.service.ts';

export function attachmentsFeature(
  app: FastifyInstance,
  { attachments }: { attachments: AttachmentsService },
): void {
  const { attachmentPresign, attachmentUpload, attachment } = lectureFileRoutes;
  mountRoutes(
    app,
    { attachmentPresign },
    { attachmentPresign: ({ actor, query }) => attachments.presign(actor, query) },
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
            'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
            'x-content-type-options': 'nosniff',
          })
          // Never the file's own type: no browser is to open it in this place.
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
      { attachmentUpload },
      {
        attachmentUpload: async ({ params, request, reply }) => {
          try {
            await attachments.upload({
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
