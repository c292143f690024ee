import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const YEAR_SECONDS = 31_536_000;
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()';

/** Videos of media banners, framed only after a click on play (decisions 130). */
const VIDEO_HOST = 'https://www.youtube-nocookie.com';

/** Headers of every answer (quality HD-01 to HD-10, XS-21). */
export const securityPlugin = fp(async (app: FastifyInstance, options: { publicUrl: string }) => {
  const secure = options.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: [VIDEO_HOST],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
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
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    reply.header('x-robots-tag', 'noindex, nofollow');
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
});
