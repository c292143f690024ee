import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createPlaces, type Waiting } from './places.ts';
import { createSubjects } from './refusals.ts';

const WAITING = 400;

it.each([
  ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
  ['an IPv4 /24', (n: number) => `203.0.113.${n % 256}`, '203.0.114.1'],
])(
  'a line that is full of the addresses of %s lets others in, up to half of it [REL-140]',
  (_, from, elsewhere) => {
    const { subjectOf } = createSubjects({ memberOf: () => null, proxies: [] });
    const places = createPlaces(
      { atOnce: 1, waiting: WAITING, waitMs: 1_000, overloadMs: 1_000 },
      () => 0,
    );
    const refused: string[] = [];
    const arrive = (remoteAddress: string) => {
      const request = { headers: {}, socket: { remoteAddress } } as IncomingMessage;
      const waiting: Waiting = {
        subject: subjectOf(request),
        start: () => undefined,
        refuse: () => void refused.push(remoteAddress),
      };
      places.wait(waiting);
    };
    places.take();
    for (let n = 0; n < WAITING; n += 1) arrive(from(n));
    expect(refused).toEqual([]);
    for (let n = 0; n < WAITING / 2; n += 1) arrive(elsewhere);
    expect(refused).toHaveLength(WAITING / 2);
    expect(refused).not.toContain(elsewhere);
  },
);

it('members wait each for themselves, wherever they are', () => {
  const { subjectOf } = createSubjects({ memberOf: Number, proxies: [] });
  const headers = { authorization: 'Bearer 7' };
  const request = { headers, socket: { remoteAddress: '203.0.113.1' } } as IncomingMessage;
  expect(subjectOf(request)).toEqual({ key: 7, weight: 1 });
});
