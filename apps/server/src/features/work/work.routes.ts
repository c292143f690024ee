import { workRoutes } from '@naru/contract/work';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { OutgoingService } from '../outgoing/outgoing.service.ts';
import type { WorkService } from './work.service.ts';

interface Services {
  work: WorkService;
  outgoingHold: Pick<OutgoingService, 'findHeld'>;
}

export function workFeature(app: FastifyInstance, { work, outgoingHold }: Services): void {
  mountRoutes(app, workRoutes, {
    list: async ({ actor }) => ({
      items: await work.listWork(actor),
      firstSteps: await work.findFirstSteps(actor),
      held: await outgoingHold.findHeld(actor),
    }),
    putAwayFirstSteps: async () => {
      await work.putAwayFirstSteps();
      return { message: '첫 단계를 더 이상 보여 드리지 않습니다.' };
    },
    emails: async ({ actor }) => ({ emails: await work.getEmails(actor) }),
    setEmails: async ({ actor, body }) => ({ emails: await work.setEmails(actor, body.emails) }),
  });
}
