import { aliasBlockRoutes } from '@naru/contract/alias-blocks';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { AliasBlocksService } from './alias-blocks.service.ts';

export function aliasBlocksFeature(
  app: FastifyInstance,
  { aliasBlocks: service }: { aliasBlocks: AliasBlocksService },
): void {
  mountRoutes(app, aliasBlockRoutes, {
    mine: async ({ actor }) => ({ aliases: await service.listMine(actor) }),
    set: async ({ actor, params: { id }, body: { alias, blocks } }) => {
      await (blocks ? service.block(actor, id, alias) : service.unblock(actor, id, alias));
      return { blocks, message: blocks ? DONE.aliasBlocked : DONE.unblocked };
    },
  });
}
