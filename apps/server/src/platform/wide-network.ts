import { isIPv4 } from 'node:net';

const GROUPS = 3;

/**
 * What one party usually has: of an address as keyed by the rate limits its IPv6 /48 or IPv4 /24. Shares of
 * what the whole site may do are counted by it.
 */
export function wideNetworkOf(address: string): string {
  if (isIPv4(address)) return address.slice(0, address.lastIndexOf('.'));
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return [...groups, ...Array<string>(GROUPS).fill('0')].slice(0, GROUPS).join(':');
}
