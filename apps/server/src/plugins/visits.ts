import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Takes down who was here; neither call makes a request wait. */
interface VisitBook {
  note(memberId: number): void;
  settle(): Promise<void>;
}

/** Notes the member of every signed-in request, refused ones too, after the session plugin. */
export const visitsPlugin = fp(async (app: FastifyInstance, options: { visits: VisitBook }) => {
  app.addHook('preValidation', async ({ actor }) => {
    if (actor !== null) options.visits.note(actor.memberId);
  });
  app.addHook('onClose', () => options.visits.settle());
});
