import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Limit } from './rates.ts';

/** A campus shares few addresses between many people. */
const FACTOR = 10;

export type CampusNetworks = ReturnType<typeof createCampusNetworks>;

/** Raises limits per address for the given ranges, such as `203.0.113.0/24`; see `isRange`. */
export function createCampusNetworks(ranges: readonly string[]) {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, prefix, family } = parse(range);
    list.addSubnet(address, prefix, family);
  }
  const factorOf = (address: string): number =>
    list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ? FACTOR : 1;
  return {
    factorOf,
    /** `address` as keyed by the rate limits. */
    limitFor: (address: string, limit: Limit): Limit => ({
      ...limit,
      max: limit.max * factorOf(address),
    }),
  };
}

/** Whether it is an address or a range. Clients are keyed by their IPv6 /64, so no longer prefix. */
export function isRange(range: string): boolean {
  const { address, prefix, family } = parse(range);
  const isShape = /^[^/]+(\/\d{1,3})?$/.test(range) && isIP(address) !== 0;
  return isShape && prefix >= 1 && prefix <= (family === 'ipv6' ? 64 : 32);
}

function parse(range: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', prefix] = range.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return { address, prefix: Number(prefix ?? (family === 'ipv6' ? 64 : 32)), family };
}
