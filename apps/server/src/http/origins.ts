import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isHtmlField } from '@naru/contract/post-fields';
import { TOTAL_HEADER } from '@naru/contract/route';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import * as z from 'zod/mini';

interface Options {
  publicUrl: string;
  /** Of clients that are served elsewhere. */
  corsOrigins: readonly string[];
}

/** Seconds for which a browser caches a preflight; the longest that Chromium accepts. */
const PREFLIGHT_SECONDS = 7200;
const PREFLIGHT_STATUS = 204;
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
};
const RESPONSE_HEADERS = `content-disposition, retry-after, ${TOTAL_HEADER}`;

interface CorsParts {
  headers: OutgoingHttpHeaders;
  /** The browser of a client asks before its request: the headers are the whole response. */
  isPreflight: boolean;
}

const NOTHING: CorsParts = { headers: {}, isPreflight: false };

/** Returns what the response to a request has for clients of `corsOrigins`; it may be sent before any hook runs. */
export function corsPartsOf(
  { method, url = '', headers: { origin = '' } }: IncomingMessage,
  corsOrigins: readonly string[],
): CorsParts {
  if (corsOrigins.length === 0) return NOTHING;
  const shared = {
    vary: 'Origin',
    // A picture in a page of the client is requested without its origin.
    ...(url.startsWith('/files/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
  if (!corsOrigins.includes(origin)) return { headers: shared, isPreflight: false };
  const isPreflight = method === 'OPTIONS';
  const headers = {
    ...shared,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': RESPONSE_HEADERS,
    ...(isPreflight && PREFLIGHT),
  };
  return { headers, isPreflight };
}

/** Sends the response to a preflight without any hook. */
export function sendPreflight(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  response.writeHead(PREFLIGHT_STATUS, headers).end();
}

/** Lets the clients of `corsOrigins` use all calls with credentials, and show the files. */
export const corsPlugin = fp(async (app: FastifyInstance, { publicUrl, corsOrigins }: Options) => {
  if (corsOrigins.length === 0) return;
  const base = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, isPreflight } = corsPartsOf(request.raw, corsOrigins);
    reply.headers(headers);
    if (isPreflight) reply.code(PREFLIGHT_STATUS).send();
    else done();
  });
  // Paths of this site mean nothing in a page of another one.
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' && corsOrigins.includes(request.headers.origin ?? '')
      ? withAddresses(payload, base)
      : payload,
  );
});

/** Completes the paths of files in JSON, alone and in HTML. */
function withAddresses(json: string, base: string): string {
  return json.replace(/"\/files\/(?=[\w-])/g, `"${base}/files/`);
}

/** Fields of a body that hold the address of a file, or several. */
const FILE_FIELDS = ['imageUrls', 'pictures', 'imageUrl', 'targetUrl'] as const;
const FILE_ADDRESS = /^(https?:\/\/[^/?#\s]{1,300})(?=\/files\/)/i;
const IMAGE_TAG = /<img\s[^<>]*/gi;
const IMAGE_SOURCE = /(\ssrc=["']?)(https?:\/\/[^/?#\s"']{1,300})(?=\/files\/)/i;

/**
 * Makes paths of the own files whose address names this site: browsers complete the address of a picture. The site
 * has the origin of PUBLIC_URL, the one that was requested, and those of clients, which may forward files.
 */
export const ownFilesPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const known = new Set([new URL(options.publicUrl).origin, ...options.corsOrigins]);
  app.addHook('preValidation', (request, _reply, done) => {
    const { route } = request.routeOptions.config;
    const { body } = request;
    if (route?.body !== undefined && typeof body === 'object' && body !== null) {
      const host = request.headers.host?.toLowerCase() ?? '';
      const isOwn = (origin: string) => {
        const plain = origin.toLowerCase();
        return known.has(plain) || plain.replace(/^https?:\/\//, '') === host;
      };
      for (const item of Array.isArray(body) ? body : [body])
        shortenFields(item, route.body, isOwn);
    }
    done();
  });
});

type IsOwn = (origin: string) => boolean;

function shortenFields(item: unknown, schema: unknown, isOwn: IsOwn): void {
  if (typeof item !== 'object' || item === null) return;
  const fields = item as Record<string, unknown>;
  for (const name of FILE_FIELDS) {
    const value = fields[name];
    if (Array.isArray(value)) fields[name] = value.map((one) => shortenAddress(one, isOwn));
    else if (typeof value === 'string') fields[name] = shortenAddress(value, isOwn);
  }
  const { content } = fields;
  const isHtml = schema instanceof z.ZodMiniObject && isHtmlField(schema.shape.content);
  if (isHtml && typeof content === 'string') fields.content = shortenImages(content, isOwn);
}

function shortenAddress(value: unknown, isOwn: IsOwn): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(FILE_ADDRESS, (origin) => (isOwn(origin) ? '' : origin));
}

function shortenImages(html: string, isOwn: IsOwn): string {
  return html.replace(IMAGE_TAG, (tag) =>
    tag.replace(IMAGE_SOURCE, (whole, before: string, origin: string) =>
      isOwn(origin) ? before : whole,
    ),
  );
}
