import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';
import { createSubjects } from './refusals.ts';

const { subjectOf } = createSubjects({ memberOf: Number, proxies: ['127.0.0.1'] });

const of = (ip: string, token?: string) =>
  subjectOf({
    headers: { 'x-forwarded-for': ip, ...(token && { authorization: `Bearer ${token}` }) },
    socket: { remoteAddress: '127.0.0.1' },
    connection: { remoteAddress: '127.0.0.1' },
  } as unknown as IncomingMessage);

it.each([
  ['2001:db8:1::1', '2001:db8:1:ffff::1', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
])('guests from %s and %s wait as one: %s [LIMIT-74]', (one, other, isSame) => {
  expect(of(one).key === of(other).key).toBe(isSame);
  expect(of(one).weight).toBe(4);
});

it('members wait each for themselves, wherever they are', () => {
  expect(of('192.0.2.1', '7')).toEqual({ key: 7, weight: 1 });
});

it('a /48 whose networks sign in without a pause crowds out nobody else [LIMIT-74]', () => {
  let time = 0;
  const limits = { atOnce: 3, waiting: 1_000, waitMs: 10_000, overloadMs: 2_000 };
  const places = createPlaces(limits, () => time);
  const working: number[] = [];
  const served = new Map<string, boolean>();
  function enter(ip: string): void {
    const start = () => {
      working.push(time);
      served.set(ip, true);
    };
    if (places.take()) start();
    else places.wait({ subject: of(ip), start, refuse: () => void served.set(ip, false) });
  }
  for (; time < 40_000; time += 10) {
    while (working[0] !== undefined && time - working[0] >= 150) {
      working.shift();
      places.give(150);
    }
    if (time % 20 === 0) enter(`2001:db8:1:${((time / 20) % 300).toString(16)}::1`);
    if (time >= 10_000 && time % 1_000 === 0) enter(`198.51.100.${time / 1_000}`);
  }
  const others = [...served].filter(([ip]) => ip.startsWith('198.'));
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter(([, isServed]) => !isServed)).toEqual([]);
});
