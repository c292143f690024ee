import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sendError } from './errors.ts';

/** Compression; registered before anything that answers (stack trap 13). */
export const compressPlugin = fp(async (app: FastifyInstance) => {
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
});

/**
 * The built web app: hashed files for ever, `index.html` for every page address. Unknown files and
 * unknown calls stay 404.
 */
export const staticPlugin = fp(async (app: FastifyInstance, options: { webRoot: string }) => {
  if (!existsSync(join(options.webRoot, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: options.webRoot,
    wildcard: false,
    index: false,
    maxAge: '1h',
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|files)(\/|$)/.test(request.url) &&
      !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!isPage) return sendError(request, reply, 'NOT_FOUND');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
});
