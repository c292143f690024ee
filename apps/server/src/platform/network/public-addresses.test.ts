import { describe, expect, it } from 'vitest';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-addresses.ts';

describe('addresses of private networks', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '::ffff:0:7f00:1',
    '3fff::1',
    '5f00::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'localhost',
    '127.1',
    '',
  ])('are refused: %s [PUSH-02] [SRC-02]', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['142.250.76.10', '2404:6800:4004:80a::200a', '64:ff9b::142.250.76.10'])(
    'are distinguished from the public one %s [PUSH-02] [SRC-02]',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('lookupPublic', () => {
  const resolveTo = (...addresses: string[]) =>
    lookupPublic(((_name: string, _options: unknown, done: Done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as never);
  type Done = (error: null, addresses: { address: string; family: number }[]) => void;

  it('fails when one of several addresses is private [SRC-02]', () => {
    const results: unknown[][] = [];
    resolveTo('142.250.76.10', '127.0.0.1')('a.example', {}, (...given) => results.push(given));
    expect(results).toEqual([[expect.any(PrivateAddressError), []]]);
  });

  it('gives the checked addresses to the connection [SRC-02]', () => {
    const results: unknown[][] = [];
    const lookup = resolveTo('142.250.76.10', '142.250.76.11');
    lookup('a.example', {}, (...given) => results.push(given));
    lookup('a.example', { all: true }, (...given) => results.push(given));
    expect(results).toEqual([
      [null, '142.250.76.10', 4],
      [
        null,
        [
          { address: '142.250.76.10', family: 4 },
          { address: '142.250.76.11', family: 4 },
        ],
      ],
    ]);
  });
});
