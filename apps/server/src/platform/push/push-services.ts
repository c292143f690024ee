import { BlockList, isIPv6 } from 'node:net';

/** The services of Chrome and most others, Firefox, Safari and Edge. */
export const KNOWN_SERVICES =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const NAME = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/;
/** Services of tests, at any port; no browser has one. */
const LOOPBACK = 'http://127.0.0.1';

/** Whether it is a host, `*.` with a domain, or means the services of tests on this machine. */
export function isService(entry: string): boolean {
  return NAME.test(entry) || entry === LOOPBACK;
}

export type PushServices = ReturnType<typeof createPushServices>;

/** The services to which the server sends; `entries` as `isService` knows them. */
export function createPushServices(entries: readonly string[]) {
  const isTest = entries.includes(LOOPBACK);
  return {
    isOff: entries.length === 0,
    /** Whether a browser may have been given this address by one of them. */
    allows(endpoint: string): boolean {
      if (!URL.canParse(endpoint)) return false;
      const { protocol, hostname, port, username, password } = new URL(endpoint);
      if (username !== '' || password !== '') return false;
      if (isTest && `${protocol}//${hostname}` === LOOPBACK) return true;
      return protocol === 'https:' && port === '' && entries.some((one) => isOf(hostname, one));
    },
    /** Whether this is the address of a machine outside of private networks. */
    isReachable: (address: string): boolean => !isPrivate(address),
  };
}

function isOf(hostname: string, entry: string): boolean {
  return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry;
}

const PRIVATE = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]) {
  const [address = '', prefix] = range.split('/');
  PRIVATE.addSubnet(address, Number(prefix), 'ipv4');
}
for (const range of ['::/127', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8']) {
  const [address = '', prefix] = range.split('/');
  PRIVATE.addSubnet(address, Number(prefix), 'ipv6');
}

/** IPv4 addresses written as IPv6 ones are compared as IPv4 by the list. */
function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
