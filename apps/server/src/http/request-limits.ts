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

/** Scheme and host of an absolute URL, as proxies are asked for one. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;
/** Escapes of letters, digits and `-._~`, which mean the same without. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * Gives each path one spelling, for hooks that look at it: without an origin and needless escapes.
 * Rewrites URLs with malformed escapes to a path that does not exist, so that they get the usual
 * 404 with the usual headers.
 */
export function normaliseUrl(url: string): string {
  const own = url.replace(ORIGIN, '');
  const [path = ''] = own.split('?', 1);
  const query = own.slice(path.length);
  try {
    decodeURIComponent(path);
  } catch {
    return '/api/unreadable';
  }
  return (path.replace(NEEDLESS_ESCAPE, decodeURIComponent) || '/') + query;
}
