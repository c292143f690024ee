import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';

/** Folder of the page that shows files, as the web app's `PREVIEW_FRAME`. */
export const PREVIEW_FOLDER = 'preview';
/** What a policy calls the files of that folder. */
export const previewSource = (publicUrl: string): string => `${publicUrl}/${PREVIEW_FOLDER}/`;

/**
 * The page reads what members upload: it has no origin, no cookies and no storage, runs the scripts of this folder
 * only, asks for nothing but its own files, and leads nowhere. Libraries for PDF and HWP need WebAssembly.
 */
const policyOf = (folder: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${folder} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${folder}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data: blob:',
    `font-src ${folder} data: blob:`,
    `connect-src ${folder}`,
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
  const policy = policyOf(previewSource(publicUrl));
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
        'content-security-policy': policy,
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
