import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { AppError } from '../platform/errors.ts';
import { createRateCounts } from '../platform/rate-counts.ts';
import { errorsPlugin } from './errors.ts';
import {
  addressKey,
  createLimit,
  DEFAULT_RATES,
  fileLimitPlugin,
  type RateProfile,
  rateLimitPlugin,
} from './rate-limit.ts';

const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_RATES).map((name) => [name, 1e6]),
) as unknown as RateProfile;

interface Options {
  rates?: Partial<RateProfile>;
  campus?: string[];
  isShared?: boolean;
}

/** A server that refuses for the limits alone; `x-member` signs in. */
async function createApp({ rates: changed, campus = [], isShared = false }: Options) {
  const app = Fastify({ trustProxy: true });
  const rates = { ...NO_LIMITS, ...changed };
  const counts = createRateCounts();
  const count: Parameters<typeof rateLimitPlugin>[1]['count'] = isShared
    ? async (...args) => counts(...args)
    : undefined;
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const member = request.headers['x-member'];
    if (member) request.actor = { memberId: Number(member), sessionId: 's', roles: [] };
  });
  await app.register(rateLimitPlugin, { rates, campus: createCampusNetworks(campus), count });
  await app.register(fileLimitPlugin, { rates });
  await app.register(errorsPlugin, { rates });
  app.get('/api/a', async () => 'a');
  app.post('/api/a', async () => 'a');
  app.get('/api/free', { config: { rateLimit: false } }, async () => 'free');
  app.get('/page', { config: { rateLimit: false } }, async () => 'page');
  const limit = createLimit(app, 1);
  app.get('/api/own', async (request) => {
    await limit(request);
    return 'own';
  });
  for (const code of ['PERMISSION_DENIED', 'TOKEN_EXPIRED', 'INTERNAL'] as const) {
    app.get(`/api/${code}`, { config: { rateLimit: false } }, async () => {
      throw new AppError(code);
    });
  }
  return async (url: string, { method = 'GET', member = '', ip = '10.0.0.1' } = {}) => {
    const headers = { 'x-forwarded-for': ip, ...(member && { 'x-member': member }) };
    const response = await app.inject({ method: method as 'GET', url, headers });
    const { statusCode, headers: sent } = response;
    if (statusCode === 429) expect(Number(sent['retry-after'])).toBeGreaterThan(50);
    expect(Object.keys(sent).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    return statusCode;
  };
}

const repeat = async (times: number, call: () => Promise<number>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await call());
  return statuses;
};

describe.each([false, true])('limits of callers (several processes: %s)', (isShared) => {
  it('count reads and writes of each member, and of each address', async () => {
    const call = await createApp({ isShared, rates: { read: 2, write: 1, anonymous: 1 } });
    const member = '7';
    expect(await repeat(3, () => call('/api/a', { member }))).toEqual([200, 200, 429]);
    expect(await call('/api/a', { member, method: 'HEAD' })).toBe(429);
    const write = () => call('/api/a', { member, method: 'POST' });
    expect(await repeat(2, write)).toEqual([200, 429]);
    expect(await call('/api/a', { member: '8' })).toBe(200);
    expect(await repeat(2, () => call('/api/a'))).toEqual([200, 429]);
    expect(await call('/api/a', { ip: '10.0.0.2' })).toBe(200);
  });

  it('know one another', async () => {
    const call = await createApp({ isShared, rates: { anonymous: 5 } });
    expect(await repeat(2, () => call('/api/own'))).toEqual([200, 429]);
    expect(await call('/api/a')).toBe(200);
  });
});

it('an IPv6 client is its /64 [LIMIT-01]', async () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::9'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('10.0.0.1')).not.toBe(addressKey('10.0.0.2'));
  const call = await createApp({ rates: { anonymous: 1 } });
  expect(await call('/api/a', { ip: '2001:db8:1:2::1' })).toBe(200);
  expect(await call('/api/a', { ip: '2001:db8:1:2::2' })).toBe(429);
  expect(await call('/api/a', { ip: '2001:db8:1:3::1' })).toBe(200);
});

it('a campus network has more, for guests alone', async () => {
  const call = await createApp({ campus: ['10.1.0.0/16'], rates: { anonymous: 1, read: 1 } });
  expect(await repeat(2, () => call('/api/a', { ip: '10.1.0.9' }))).toEqual([200, 200]);
  expect(await repeat(2, () => call('/api/a', { ip: '10.2.0.9' }))).toEqual([200, 429]);
  const member = { ip: '10.1.0.9', member: '7' };
  expect(await repeat(2, () => call('/api/a', member))).toEqual([200, 429]);
});

it('routes without the limit are counted as files outside of the API only', async () => {
  const call = await createApp({ rates: { anonymous: 1, files: 2 } });
  expect(await repeat(4, () => call('/api/free'))).toEqual([200, 200, 200, 200]);
  expect(await repeat(3, () => call('/page'))).toEqual([200, 200, 429]);
  expect(await call('/page', { ip: '10.0.0.2' })).toBe(200);
  expect(await call('/page', { member: '7' })).toBe(429);
});

describe('refusals that no limit has counted', () => {
  it('become too many, of a member or an address', async () => {
    const call = await createApp({ rates: { refused: 2, refusedAnonymous: 1 } });
    const refused = (member: string) => () => call('/api/PERMISSION_DENIED', { member });
    expect(await repeat(3, refused('7'))).toEqual([403, 403, 429]);
    expect(await repeat(2, refused('8'))).toEqual([403, 403]);
    expect(await repeat(2, refused(''))).toEqual([403, 429]);
  });

  it.each([
    ['TOKEN_EXPIRED', 401],
    ['INTERNAL', 500],
  ])('stay what they are: %s', async (code, status) => {
    const call = await createApp({ rates: { refused: 1, refusedAnonymous: 1 } });
    expect(await repeat(3, () => call(`/api/${code}`))).toEqual([status, status, status]);
  });

  it('are counted once where another limit counts', async () => {
    const call = await createApp({ rates: { refusedAnonymous: 1, anonymous: 3 } });
    expect(await repeat(4, () => call('/api/a?x', { method: 'GET' }))).toEqual([
      200, 200, 200, 429,
    ]);
  });
});
