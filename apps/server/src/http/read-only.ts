import { isRefusedReadOnly } from '@naru/contract/route';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

interface Options {
  /** The sentence that says why nothing can be stored; null while everything can be. */
  findReadOnlyText(): Promise<string | null>;
}

/**
 * Refuses every route that stores something while the site is read-only, before its body is read; a request that
 * was admitted before is completed. Register it after the session, so that a missing login is reported first.
 */
export const readOnlyPlugin = fp(async (app: FastifyInstance, options: Options) => {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const { route } = routeOptions.config;
    if (route === undefined || !isRefusedReadOnly(route)) return;
    const message = await options.findReadOnlyText();
    if (message !== null) throw new AppError('READ_ONLY', { message });
  });
});
