import { isIP } from 'node:net';
import { isLoopback } from '../../platform/loopback.ts';

/** For whom passkeys are: the host and the origin of the site. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Null where browsers make no passkeys: at an IP address, and without https except on localhost, as which a server
 * on a loopback address is opened. A development server has its own origin in PUBLIC_URL.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (isAddress(url) && isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname: id, origin, protocol } = url;
  const isSecure = protocol === 'https:' || id === 'localhost';
  return !isAddress(url) && isSecure ? { id, origin } : null;
}

function isAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
