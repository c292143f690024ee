import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Takes down who was here; neither call makes a request wait. */
interface VisitBook {
  note(memberId: number): void;
  settle(): Promise<void>;
}

/** Notes the member of every request that the session plugin has let in. */
export const visitsPlugin = fp(async (app: FastifyInstance, options: { visits: VisitBook }) => {
  app.addHook('preValidation', async ({ actor }) => {
    if (actor !== null) options.visits.note(actor.memberId);
  });
  app.addHook('onClose', () => options.visits.settle());
});
