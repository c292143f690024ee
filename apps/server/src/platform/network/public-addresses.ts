import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** IPv4 networks whose machines are not reachable from everywhere. */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Those of IPv6; tunnels (6to4, Teredo) and translators could lead to any IPv4 address. */
const PRIVATE_IPV6 = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const PRIVATE = new BlockList();
for (const range of PRIVATE_IPV4) {
  const [address = '', prefix] = range.split('/');
  PRIVATE.addSubnet(address, Number(prefix), 'ipv4');
  // Gateways between IPv6 and IPv4 write IPv4 addresses behind this prefix (RFC 6052).
  PRIVATE.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), 'ipv6');
}
for (const range of PRIVATE_IPV6) {
  const [address = '', prefix] = range.split('/');
  PRIVATE.addSubnet(address, Number(prefix), 'ipv6');
}

/**
 * Whether this is the IP address of a machine outside of private networks. The list compares IPv4
 * addresses that are written as IPv6 ones as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  return !PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A name that resolves to an address of a private network. */
export class PrivateAddressError extends Error {
  readonly hostname: string;

  constructor(hostname: string, address: string) {
    super(`${hostname} is at the private address ${address}`);
    this.hostname = hostname;
  }
}

/**
 * A lookup for connections, which gives the address that was checked to the connection itself. Fails
 * with PrivateAddressError unless all addresses of the name are public.
 */
export function lookupPublic(resolve: typeof lookupName = lookupName): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      if (bad !== undefined) {
        return callback(new PrivateAddressError(hostname, bad.address), []);
      }
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
}
