import { expect, it } from 'vitest';
import { addressKey } from '../http/rate-limit.ts';
import { wideNetworkOf } from './wide-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.250', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8:1:2::5', '2001:db8:1:ffff:1:2:3:4', true],
  ['2001:db8:1::1', '2001:db8:1:ffff::', true],
  ['2001:db8::1', '2001:db8:0:7::1', true],
  ['2001:db8:1::', '2001:db8:2::', false],
  ['::ffff:203.0.113.7', '203.0.113.9', true],
])('takes %s and %s for one network: %s [LIMIT-74]', (one, other, isSame) => {
  const [a, b] = [one, other].map((ip) => wideNetworkOf(addressKey(ip)));
  expect(a === b).toBe(isSame);
});
