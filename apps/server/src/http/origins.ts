import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { TOTAL_HEADER } from '@naru/contract/route';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { mapFiles } from './own-files.ts';

interface Options {
  publicUrl: string;
  /** Of clients that are served elsewhere. */
  corsOrigins: readonly string[];
  /** Changes the addresses of the pictures of HTML. */
  mapImages: (html: string, change: (address: string) => string) => string;
}

/** Seconds for which a browser caches a preflight; the longest that Chromium accepts. */
const PREFLIGHT_SECONDS = '7200';
const PREFLIGHT_STATUS = 204;
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': PREFLIGHT_SECONDS,
};
/** Where the own files are. */
const FILES = '/files/';
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
    ...(url.startsWith(FILES) && { 'cross-origin-resource-policy': 'cross-origin' }),
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
export const corsPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const { publicUrl, corsOrigins, mapImages } = options;
  if (corsOrigins.length === 0) return;
  const base = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, isPreflight } = corsPartsOf(request.raw, corsOrigins);
    reply.headers(headers);
    if (isPreflight) reply.code(PREFLIGHT_STATUS).send();
    else done();
  });
  const address = (path: string) => (path.startsWith(FILES) ? base + path : path);
  const html = (text: string) => (text.includes(FILES) ? mapImages(text, address) : text);
  // Paths of this site mean nothing in a page of another one.
  app.addHook('preSerialization', async (request, reply, payload) => {
    const response = request.routeOptions.config.route?.response;
    const isClient = corsOrigins.includes(request.headers.origin ?? '');
    const isChanged = response && reply.statusCode < 300 && isClient;
    return isChanged ? mapFiles(response, payload, { address, html }) : payload;
  });
});

const FILE_ADDRESS = /^(https?:\/\/[^/?#\s]{1,300})(?=\/files\/)/i;

/**
 * Makes paths of the own files whose address names this site: browsers complete the address of a picture. The site
 * has the origin of PUBLIC_URL, the one that was requested, and those of clients, which may forward files.
 */
export const ownFilesPlugin = fp(async (app: FastifyInstance, options: Options) => {
  const known = new Set([new URL(options.publicUrl).origin, ...options.corsOrigins]);
  app.addHook('preValidation', async (request) => {
    const schema = request.routeOptions.config.route?.body;
    if (schema === undefined) return;
    const host = request.headers.host?.toLowerCase() ?? '';
    const isOwn = (origin: string) => {
      const plain = origin.toLowerCase();
      return known.has(plain) || plain.replace(/^https?:\/\//, '') === host;
    };
    const address = (text: string) =>
      text.replace(FILE_ADDRESS, (origin) => (isOwn(origin) ? '' : origin));
    const html = (text: string) => (text.includes(FILES) ? options.mapImages(text, address) : text);
    request.body = mapFiles(schema, request.body, { address, html });
  });
});
