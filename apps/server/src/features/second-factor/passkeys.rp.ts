import { isIP } from 'node:net';

/** For whom passkeys are: the host and the origin of the site. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const LOOPBACK = /^(127(\.\d+){3}|\[::1\])$/;

/**
 * Null where browsers make no passkeys: at an IP address, and without https except on localhost, as which a server
 * on a loopback address is opened. A development server has its own origin in PUBLIC_URL.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  const { hostname: id, origin, protocol } = url;
  const isNamed = isIP(id.replace(/^\[|\]$/g, '')) === 0;
  const isSecure = protocol === 'https:' || id === 'localhost';
  return isNamed && isSecure ? { id, origin } : null;
}
