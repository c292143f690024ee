import type { IncomingMessage } from 'node:http';

const LOCAL_HOST = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const FORWARDED = /^(forwarded|via|x-forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting)/;

/**
 * Whether the request was sent to a loopback name and shows no sign of a proxy. A proxy on the same
 * machine connects from the loopback address, so the address of the client proves nothing. nginx without
 * settings names its target as the host and adds no header, but asks in HTTP/1.0, which no browser does.
 */
export function isLocalRequest({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  if (!LOCAL_HOST.test(headers.host ?? '') || httpVersion === '1.0') return false;
  return !Object.keys(headers).some((name) => FORWARDED.test(name));
}

/**
 * Accepts requests without an Origin header, from the site's own origin, or from the host the
 * request was sent to.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(publicUrl).origin || url.host === host;
}
