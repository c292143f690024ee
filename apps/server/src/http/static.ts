import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { BoardType } from '@naru/contract/boards';
import { brandProperties } from '@naru/contract/brand-color';
import { FRAMES_FILE } from '@naru/contract/frames';
import type { SiteConfig } from '@naru/contract/site';
import { siteIcon } from '@naru/contract/site-icon';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { isLocalRequest } from '../platform/origin.ts';
import type { StoredObject } from '../platform/storage/storage.ts';
import {
  appIconUrl,
  describeSite,
  type Manifest,
  manifestOf,
  SHARE_PATH,
  serveAppIcons,
} from './app-icons.ts';
import { createFrames } from './frames.ts';
import { createLinkPreviews, type LinkPreview, PATIENCE_MS, within } from './link-preview.ts';
import { isHashedPreview, PREVIEW_FOLDER, servePreview } from './preview-files.ts';

/**
 * Puts names, colour, logo and configuration into the built page, so that its first paint and the
 * previews of its links show them; attributes, as scripts are forbidden.
 */
function fillPage(
  page: string,
  config: SiteConfig,
  { publicUrl, preview }: { publicUrl: string; preview: LinkPreview },
): string {
  const { siteName, shortName, color } = config;
  const name = escapeHtml(siteName);
  const style = Object.entries(brandProperties(color))
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ');
  const { title = siteName, board, path } = preview;
  const about = title === board || board === undefined ? [] : [board];
  const shown = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', [...about, describeSite(config)].join(' · ')],
    ...(path === undefined ? [] : [['og:url', publicUrl + path]]),
    ['og:image', publicUrl + appIconUrl('maskable-512', config)],
    ['og:image:width', '512'],
    ['og:image:height', '512'],
  ].map(([property = '', content = '']) => meta('property', property, content));
  const head = [
    `<title>${name}</title>`,
    ...shown,
    meta('name', 'twitter:card', 'summary'),
    meta('name', 'site-config', JSON.stringify(config)),
    meta('name', 'apple-mobile-web-app-title', shortName || siteName),
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<link rel="apple-touch-icon" href="${appIconUrl('apple-touch', config)}" />`,
  ].join('\n    ');
  return page
    .replace('<html lang="ko"', () => `<html lang="ko" style="${style}"`)
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace(/(<link rel="icon" href=")[^"]*/, (_, start) => start + escapeHtml(siteIcon(config)))
    .replace(/(<p id="splash-name">)[^<]*/, (_, start) => `${start}${name}`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start) => start + escapeHtml(describeSite(config)),
    );
}

/** The page with what it shows before its code runs, in place of the splash; it waits for the styles. */
function frameThe(page: string, frame: string): string {
  const [styles = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  return page
    .replace(styles, '')
    .replace('<div id="root">', (root) => `${styles.trim()}\n    ${root}${frame}`);
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

const HTML = 'text/html; charset=utf-8';
/** Folder of the files with a hash in their names. */
const ASSETS = 'assets';

interface Options {
  webRoot: string | undefined;
  /** Without a slash at its end. */
  publicUrl: string;
  getConfig(request: { isLocal: boolean }): Promise<SiteConfig>;
  /** How long a page waits for its configuration, in milliseconds; `PATIENCE_MS` by default. */
  patienceMs?: number;
  /** The first data of a page as an element; null for a page without. */
  loadFirstData?(request: FastifyRequest): Promise<string | null>;
  /** The title of a notice that everybody may know; null for any other post. */
  findNoticeTitle?(boardType: BoardType, postId: number): Promise<string | null>;
  /** Opens the picture at `/files/{name}`; null when there is none. */
  openPicture(name: string): Promise<StoredObject | null>;
}

/**
 * Serves the built web app: hashed files with immutable caching, `index.html` for every page URL.
 * The page carries the public configuration, so that its first paint shows the right name and colour.
 * Unknown files and calls stay 404, and so does everything without a built web app.
 */
export const staticPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { webRoot, publicUrl } = options;
  const hasWeb = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
  if (hasWeb) await serveFiles(app, { webRoot, publicUrl });
  const page = hasWeb ? await readFile(join(webRoot, 'index.html'), 'utf8') : '';
  const styles = styleHashes(page);
  const frameOf = hasWeb ? await createFrames(webRoot) : () => null;
  const previewOf = createLinkPreviews(options.findNoticeTitle);
  if (hasWeb) {
    app.get('/manifest.webmanifest', async (request, reply): Promise<Manifest> => {
      const config = await options.getConfig({ isLocal: isLocalRequest(request) });
      reply.type('application/manifest+json').header('cache-control', 'no-cache');
      return manifestOf(config);
    });
    serveAppIcons(app, options);
    // Only without the service worker does what is shared come here: the page says that it did not arrive.
    // It is redirected before the limit of calls, so that of files counts it.
    app.post(
      SHARE_PATH,
      {
        config: { rateLimit: false },
        onRequest: async (_, reply) => reply.redirect(SHARE_PATH, 303),
      },
      () => '',
    );
  }
  app.setNotFoundHandler(async () => {
    throw new AppError('NOT_FOUND');
  });
  if (!hasWeb) return;
  // A route of its own, as what the handler of unknown addresses sends is not compressed; the limit of files counts it.
  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isPage(request)) throw new AppError('NOT_FOUND');
    // Without the database the page still opens and shows that the server is unavailable.
    const [config, preview, data = null] = await Promise.all([
      within(
        options.getConfig({ isLocal: isLocalRequest(request) }),
        options.patienceMs ?? PATIENCE_MS,
      ),
      previewOf(request.url),
      options.loadFirstData?.(request),
    ]);
    const frame = config === null ? null : frameOf(request, config);
    const framed = frame === null ? page : frameThe(page, frame);
    const filled = config === null ? page : fillPage(framed, config, { publicUrl, preview });
    allowStyles(reply, styles);
    reply.header('vary', 'cookie, accept-encoding');
    if (data === null) return sendPage(request, reply, filled);
    // Of one member alone: no cache keeps it, as the headers of every response say.
    return reply.type(HTML).send(filled.replace('</body>', () => `${data}</body>`));
  });
});

async function serveFiles(
  app: FastifyInstance,
  { webRoot, publicUrl }: { webRoot: string; publicUrl: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    // One route per file: nothing else is reachable, and no request lists a folder.
    wildcard: false,
    globIgnore: ['**/*.{br,gz,map}', `${ASSETS}/**`, `${PREVIEW_FOLDER}/**`, FRAMES_FILE],
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`/${ASSETS}/`) || isHashedPreview(path);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  await servePreview(app, { webRoot, publicUrl });
  // One for all of them: the router takes a millisecond or two for each route.
  const built = await readdir(join(webRoot, ASSETS)).catch(() => []);
  const names = new Set(built.filter((name) => !/\.(br|gz|map)$/.test(name)));
  const config = { rateLimit: false } as const; // The limit of files counts it.
  app.get<{ Params: { name: string } }>(`/${ASSETS}/:name`, { config }, (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) throw new AppError('NOT_FOUND');
    return reply.sendFile(`${ASSETS}/${name}`);
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string) {
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(HTML).send(page);
}

/** The style elements of the built page, for the content security policy. */
function styleHashes(page: string): string {
  return [...page.matchAll(/<style>([^<]*)<\/style>/g)]
    .map(([, css = '']) => ` 'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    .join('');
}

/** Only this page has style elements; every other response keeps the policy without them. */
function allowStyles(reply: FastifyReply, hashes: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy === '' || hashes === '') return;
  reply.header(
    'content-security-policy',
    policy.replace("style-src 'self'", `style-src 'self'${hashes}`),
  );
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return !/^\/(api|files|feeds)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}
