import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';

/** Folder of the page that shows files, as the web app's `PREVIEW_FRAME`. */
export const PREVIEW_FOLDER = 'preview';
/** A name or an IPv4 number with its port, and nothing that would end a part of a policy, which has no IPv6 numbers. */
const HOST = /^[\w.-]+(?::\d{1,5})?$/;

/** The folder by the address of the site and by that which was asked, as policies call it: an opaque origin has no 'self'. */
function foldersOf({ protocol, headers: { host = '' } }: FastifyRequest, publicUrl: string) {
  const origins = new Set([publicUrl, ...(HOST.test(host) ? [`${protocol}://${host}`] : [])]);
  return [...origins].map((origin) => `${origin}/${PREVIEW_FOLDER}/`).join(' ');
}

/**
 * The page reads what members upload: it has no origin, no cookies and no storage, runs the scripts of this folder
 * only, asks for nothing but its own files, and leads nowhere. Libraries for PDF and HWP need WebAssembly.
 */
const policyOf = (folders: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${folders} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${folders}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data: blob:',
    `font-src ${folders} data: blob:`,
    `connect-src ${folders}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types naru-preview',
  ].join('; ');
/** Files that are named by their content may be stored for good; those of PDF.js are not. */
export const isHashedPreview = (path: string): boolean =>
  /\/preview\/[^/]+-[\w-]{8}\.(?:m?js|css|wasm)$/.test(path);

/** Serves the page that shows files, and its scripts to that page, which has no origin. */
export async function servePreview(
  app: FastifyInstance,
  { webRoot, publicUrl }: { webRoot: string; publicUrl: string },
): Promise<void> {
  const built = await readdir(join(webRoot, PREVIEW_FOLDER)).catch(() => []);
  const names = new Set(built.filter((name) => !/\.(br|gz)$/.test(name)));
  const config = { rateLimit: false } as const; // The limit of files counts it.
  app.get<{ Params: { name: string } }>(
    `/${PREVIEW_FOLDER}/:name`,
    { config },
    (request, reply) => {
      const { name } = request.params;
      if (!names.has(name)) throw new AppError('NOT_FOUND');
      reply.headers({
        'content-security-policy': policyOf(foldersOf(request, publicUrl)),
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      // Without an origin the page has no agents to share.
      reply.removeHeader('origin-agent-cluster');
      return reply.sendFile(`${PREVIEW_FOLDER}/${name}`);
    },
  );
}
