import { beforeAll, describe, expect, it } from 'vitest';
import { seededDraws } from './content/words.mjs';
import { createMix } from './mix-requests.mjs';

const people = Array.from({ length: 500 }, (_, id) => ({ id, authorization: `Bearer ${id}` }));
const rooms = Array.from({ length: 50 }, (_, n) => ({
  roomId: n,
  sender: people[2 * n],
  partner: people[2 * n + 1],
}));
const COUNT = 20_000;

describe('the mix', () => {
  let requests;
  beforeAll(() => {
    const next = createMix({ people, newest: [1, 2, 3], rooms, draw: seededDraws(1) });
    requests = Array.from({ length: COUNT }, next);
  });
  const share = (pattern) =>
    requests.filter(({ method, path }) => pattern.test(`${method} ${path}`)).length / COUNT;

  it('has 70 % lists and posts, 10 % writes, 10 % chat and 10 % notifications', () => {
    expect(share(/^GET \/api\/post/)).toBeCloseTo(0.7, 2);
    expect(share(/^GET \/api\/post\?/)).toBeCloseTo(0.35, 2);
    expect(share(/^POST \/api\/post/)).toBeCloseTo(0.1, 2);
    expect(share(/\/api\/mail\//)).toBeCloseTo(0.1, 2);
    expect(share(/^POST \/api\/mail\/send-mail/)).toBeCloseTo(0.05, 2);
    expect(share(/\/api\/member\/my-notices/)).toBeCloseTo(0.1, 2);
  });

  it('lets writers take turns, so that none meets a limit', () => {
    const writers = requests
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/post'))
      .map(({ headers }) => headers['x-member']);
    const again = writers
      .map((writer, n) => writers.indexOf(writer, n + 1) - n)
      .filter((gap) => gap > 0);
    expect(Math.min(...again)).toBeGreaterThan(100);
  });

  it('comes to the end of no draw', () => {
    const next = createMix({ people, newest: [1], rooms, draw: () => 1 - 2 ** -32 });
    expect(next().path).toBe('/api/member/my-notices');
  });
});
