/** Octets of `127.0.0.0/8`, and how a URL writes them inside an IPv6 address. */
const IPV4 = String.raw`127(\.\d{1,3}){3}`;
const MAPPED = `::ffff:(${IPV4}|7f[0-9a-f]{2}:[0-9a-f]{1,4})`;
const ADDRESS = new RegExp(String.raw`^(${IPV4}|::1|${MAPPED}|\[(::1|${MAPPED})\])$`, 'i');
const NAME = /^([a-z0-9-]+\.)*localhost\.?$/i;

/** Whether the name or address, such as that of a peer or of a URL, leads to this machine alone. */
export function isLoopback(host: string): boolean {
  return ADDRESS.test(host) || NAME.test(host);
}
