import { digestRoutes } from '@naru/contract/digest';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { DigestService } from './digest.service.ts';

const { stop, stopPage, ...choice } = digestRoutes;

export function digestFeature(
  app: FastifyInstance,
  { digest, publicUrl }: { digest: DigestService; publicUrl: string },
  rates: { links: number },
): void {
  mountRoutes(app, choice, {
    get: async ({ actor }) => ({
      digest: await digest.getDigest(actor),
      addressRefused: await digest.isAddressRefused(actor),
    }),
    set: async ({ actor, body }) => ({ digest: await digest.setDigest(actor, body.digest) }),
  });
  // Per link: behind one address nobody can spend the uses of another.
  const limitLinks = createLimit(app, rates.links, ({ params }) => `link ${tokenOf(params)}`);
  app.register(async (scope) => {
    // Mail programs post a form (RFC 8058) that says nothing the address does not say.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    mountRoutes(
      scope,
      { stop, stopPage },
      {
        stop: async ({ params, request }) => {
          await limitLinks(request);
          await digest.stop(params.token);
          return { message: '소식 이메일을 더 이상 보내지 않습니다.' };
        },
        // Mail programs that do not know RFC 8058 open the address. A look alone stops nothing.
        stopPage: async ({ params, reply }) => {
          reply.redirect(`${publicUrl}/digest#${params.token}`, 302);
        },
      },
    );
  });
}

const tokenOf = (params: unknown) => (params as { token: string }).token;
