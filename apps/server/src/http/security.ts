import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { siteRoutes } from '@naru/contract/site';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

const YEAR_SECONDS = 31_536_000;
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()';

/** Videos of media banners, loaded only after a click on play. */
const VIDEO_HOST = 'https://www.youtube-nocookie.com';
const REPORT_PATH = siteRoutes.cspReport.path;
const REPORT_GROUP = 'csp';
/**
 * Trusted Types policies: of our use of DOMPurify, of the service worker, of the worker that colours code, and of
 * the editor's library for pasted text. Each is created once; a second one of the name is refused.
 */
const TRUSTED_TYPES = ['naru-html', 'naru-worker', 'naru-code', 'ProseMirrorClipboard'];
/**
 * Pages with secrets: the form that resets a password, the address at which the sign-in provider returns a code,
 * and the addresses of feeds.
 */
const SECRET_PAGES = /^\/(?:login\/(?:register|provider)\/?(?:[?]|$)|feeds\/)/i;

interface SecurityOptions {
  publicUrl: string;
  /** Origin to which pages send files besides this server. */
  storeOrigin: string | null;
}

/** The headers of every response. */
export function securityHeaders(options: SecurityOptions): OutgoingHttpHeaders {
  return {
    ...headersOf(policies(options)),
    'permissions-policy': PERMISSIONS,
    'x-robots-tag': 'noindex, nofollow',
    'reporting-endpoints': `${REPORT_GROUP}="${REPORT_PATH}"`,
  };
}

/** Sets the security headers of every response. */
export const securityPlugin = fp(async (app: FastifyInstance, headers: OutgoingHttpHeaders) => {
  app.addHook('onRequest', (request, reply, done) => {
    // Files and pages that may be stored set it again.
    reply.headers(headers).header('cache-control', 'private, no-store');
    if (SECRET_PAGES.test(request.url)) reply.header('referrer-policy', 'no-referrer');
    done();
  });
});

/** What helmet sets, which is the same for every request. */
function headersOf(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

function policies({ publicUrl, storeOrigin }: SecurityOptions): HelmetOptions {
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Captions of a video are a blob of the page.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(storeOrigin === null ? [] : [storeOrigin])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        // The page that shows files, the only one that may be in a frame, and videos.
        frameSrc: ["'self'", VIDEO_HOST],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: TRUSTED_TYPES,
        reportUri: [REPORT_PATH],
        reportTo: [REPORT_GROUP],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
    xFrameOptions: { action: 'deny' },
  };
}
