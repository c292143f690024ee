import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

/** Bytes of a URL. */
const URL_MAX = 8192;
/** Header lines of a request; browsers send about 20. */
const HEADERS_MAX = 100;

/** Refuses overlong URLs and excessive headers before any other hook runs. */
export const requestLimitsPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if ((raw.url ?? '').length > URL_MAX) done(new AppError('URL_TOO_LONG'));
    else if (raw.rawHeaders.length > HEADERS_MAX * 2) done(new AppError('HEADERS_TOO_LARGE'));
    else done();
  });
});

/**
 * Rewrites URLs with malformed escapes to a path that does not exist, so that they get the usual
 * 404 with the usual headers.
 */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return '/api/unreadable';
  }
}
