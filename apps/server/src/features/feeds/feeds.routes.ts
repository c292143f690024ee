import { feedRoutes } from '@naru/contract/feeds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { FeedFile, FeedsService } from './feeds.service.ts';

const { read, ...ownRoutes } = feedRoutes;

export function feedsFeature(
  app: FastifyInstance,
  { feeds }: { feeds: FeedsService },
  rates: { links: number },
): void {
  mountRoutes(app, ownRoutes, {
    list: async ({ actor }) => ({ feeds: await feeds.listOwn(actor) }),
    make: async ({ actor, params }) => ({
      ...(await feeds.make(actor, params.kind)),
      message: '구독 주소를 만들었습니다.',
    }),
    end: async ({ actor, params }) => {
      await feeds.end(actor, params.kind);
      return { message: '구독 주소를 더 이상 쓸 수 없습니다.' };
    },
  });
  // Per address: programs of many members read from the same networks.
  const limitAddress = createLimit(app, rates.links, ({ params }) => `feed ${hashOf(params)}`);
  mountRoutes(
    app,
    { read },
    {
      read: async ({ params, request, reply }) => {
        await limitAddress(request);
        sendFile(request, reply, await feeds.read(params));
      },
    },
    { isMetered: false },
  );
}

const hashOf = (params: unknown) =>
  sha256((params as { secret: string }).secret).toString('base64url');

/** Only the hash of what is sent says that nothing changed: what was removed leaves no later time of change. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: FeedFile): void {
  const etag = `"${sha256(file.text).toString('base64url').slice(0, 27)}"`;
  reply.headers({
    etag: `W/${etag}`,
    'last-modified': file.changedAt.toUTCString(),
    'cache-control': 'private, no-cache',
  });
  const known = String(request.headers['if-none-match'] ?? '').split(',');
  const isKnown = known.some((one) => one.trim().replace(/^W\//, '') === etag);
  if (isKnown) reply.code(304).send();
  else reply.type(file.type).send(file.text);
}
