import type { IncomingMessage } from 'node:http';
import { isLoopback } from './loopback.ts';

/** A host without its port; that of IPv6 is in brackets. */
const HOST = /^([^:]+|\[[^\]]+\])(:\d{1,5})?$/;
const OF_PROXY =
  /^(forwarded|via|cdn-loop|x-(forwarded|original|envoy).*|x-real-ip|.*(client|connecting)-ip)$/;

interface Request {
  raw: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'socket'>;
  /** As it was sent. */
  originalUrl: string;
}

/**
 * Whether the request comes from this machine, was sent to a name of it and shows no sign of a proxy, which
 * connects from this machine as well. nginx before 1.29.7 names its target as the host and adds no header, but
 * asks in HTTP/1.0, which no browser does; later ones without settings cannot be recognised.
 */
export function isLocalRequest({ raw, originalUrl }: Request): boolean {
  const { headers, httpVersion, socket } = raw;
  const [, host = ''] = HOST.exec(headers.host ?? '') ?? [];
  if (!isLoopback(socket.remoteAddress ?? '') || !isLoopback(host)) return false;
  if (httpVersion === '1.0' || !originalUrl.startsWith('/')) return false;
  return !Object.keys(headers).some((name) => OF_PROXY.test(name));
}

/**
 * Accepts requests without an Origin header, from the site's own origin, from the host the request was
 * sent to, or from a client that is served elsewhere.
 */
export function isOwnOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  { publicUrl, corsOrigins }: { publicUrl: string; corsOrigins: readonly string[] },
): boolean {
  if (origin === undefined || corsOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(publicUrl).origin || url.host === host;
}
