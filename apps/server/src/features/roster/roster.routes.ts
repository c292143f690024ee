import { rollOverRoutes } from '@naru/contract/roll-over';
import { rosterRoutes } from '@naru/contract/roster';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { RosterService } from './roster.service.ts';

/** Bytes of a call with a file: its characters in UTF-8, and JSON around it. */
const FILE_BYTES = 2_097_152;

export function rosterFeature(
  app: FastifyInstance,
  { roster: { importFile, invitations, rollOver } }: { roster: RosterService },
): void {
  const { list, resend, correct, withdraw, ...files } = rosterRoutes;
  mountRoutes(
    app,
    { list, resend, correct, withdraw },
    {
      list: ({ actor, query }) => invitations.list(actor, query),
      resend: async ({ actor, params }) => {
        await invitations.resend(actor, params.id);
        return { message: '초대를 다시 보냅니다.' };
      },
      correct: async ({ actor, params, body }) => {
        await invitations.correct(actor, params.id, body);
        return { message: '이메일을 수정하고 초대를 다시 보냅니다.' };
      },
      withdraw: async ({ actor, params }) => {
        await invitations.withdraw(actor, params.id);
        return { message: '초대를 취소했습니다.' };
      },
    },
  );
  mountRoutes(
    app,
    files,
    { importFile: ({ actor, body }) => importFile(actor, body) },
    { bodyLimit: FILE_BYTES },
  );
  mountRoutes(
    app,
    rollOverRoutes,
    {
      apply: ({ actor, body }) => rollOver.apply(actor, body),
      ends: ({ actor }) => rollOver.listEnds(actor),
    },
    { bodyLimit: FILE_BYTES },
  );
}
