import { isIP } from 'node:net';

/** For whom passkeys are: the host and the origin of the site. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Null where browsers make no passkeys: at an IP address, and without https except on localhost. A
 * development server has its own origin in PUBLIC_URL.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { hostname: id, origin, protocol } = new URL(publicUrl);
  const isNamed = isIP(id.replace(/^\[|\]$/g, '')) === 0;
  const isSecure = protocol === 'https:' || id === 'localhost';
  return isNamed && isSecure ? { id, origin } : null;
}
