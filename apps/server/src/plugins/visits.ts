import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Records visits without delaying the request. */
interface VisitRecorder {
  note(memberId: number): void;
  settle(): Promise<void>;
}

/** Records the member of every authenticated request. */
export const visitsPlugin = fp(async (app: FastifyInstance, options: { visits: VisitRecorder }) => {
  app.addHook('preValidation', async ({ actor }) => {
    if (actor !== null) options.visits.note(actor.memberId);
  });
  app.addHook('onClose', () => options.visits.settle());
});
