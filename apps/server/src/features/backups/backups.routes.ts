import { backupFileRoutes, backupRoutes } from '@naru/contract/backups';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { sendFile } from '../../http/send-object.ts';
import { allowLongResponse } from '../../http/slow-clients.ts';
import { visitOf } from '../../http/visit.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { BackupsService } from './backups.service.ts';

interface Services {
  backups: BackupsService;
  sessions: Pick<SessionsService, 'cookie'>;
}

export function backupsFeature(app: FastifyInstance, { backups, sessions }: Services): void {
  mountRoutes(app, backupRoutes, {
    list: () => backups.getState(),
    make: async ({ actor }) => {
      await backups.askForBackup(actor);
      return { message: '백업을 시작합니다. 화면을 닫아도 이어집니다.' };
    },
    prove: async ({ actor }) => {
      await backups.askForProof(actor);
      return { message: '복원을 확인합니다. 화면을 닫아도 이어집니다.' };
    },
    link: async ({ actor, params, body }) => ({
      url: await backups.link(actor, params.name, body.code),
    }),
    remove: async ({ actor, params }) => {
      await backups.remove(actor, params.name);
      return { message: '백업을 삭제했습니다.' };
    },
  });
  mountRoutes(
    app,
    backupFileRoutes,
    {
      file: async ({ params, request, reply }) => {
        const { device } = visitOf(request, sessions.cookie);
        const { end, ...file } = await backups.open(params.token, device);
        const { raw } = reply;
        if (raw.closed) await end();
        else raw.once('close', () => void end());
        allowLongResponse(raw);
        await sendFile(file, request, reply);
      },
    },
    { isCompressed: false },
  );
}
