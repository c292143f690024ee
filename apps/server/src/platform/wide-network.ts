import { isIPv4 } from 'node:net';

const GROUPS = 3;

/**
 * The network that one party usually has: the IPv6 /48 or IPv4 /24 of an address in the form of the rate limits.
 * Limits of the whole site are shared out by it.
 */
export function wideNetworkOf(address: string): string {
  if (isIPv4(address)) return address.slice(0, address.lastIndexOf('.'));
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return [...groups, ...Array<string>(GROUPS).fill('0')].slice(0, GROUPS).join(':');
}
