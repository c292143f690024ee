import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

/**
 * Serves the built web app: hashed files with immutable caching, `index.html` for every page URL.
 * Unknown files and calls stay 404, and so does everything without a built web app.
 */
export const staticPlugin = fp(
  async (app: FastifyInstance, options: { webRoot: string | undefined }) => {
    const { webRoot } = options;
    const hasWeb = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
    if (hasWeb) await serveFiles(app, webRoot);
    app.setNotFoundHandler((request, reply) => {
      if (!hasWeb || !isPage(request)) throw new AppError('NOT_FOUND');
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    });
  },
);

async function serveFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    // One route per built file: nothing else is reachable, and no request lists a folder.
    wildcard: false,
    globIgnore: ['**/*.{br,gz,map}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/^\/(api|files)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}
