import { feedRoutes } from '@naru/contract/feeds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createNamedLimit } from '../../http/rate-limit.ts';
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
  // Not per network: programs of many members read from the same ones.
  const limit = createNamedLimit(app, rates.links);
  mountRoutes(
    app,
    { read },
    {
      read: async ({ params, request, reply }) => {
        await limit(`feed ${sha256(params.secret).toString('base64url')}`);
        const feed = await feeds.find(params);
        // A new address brings no further reads.
        await limit(`feeds of ${feed.memberId} ${feed.kind}`);
        sendFile(request, reply, await feeds.read(feed));
      },
    },
    { isMetered: false },
  );
}

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
