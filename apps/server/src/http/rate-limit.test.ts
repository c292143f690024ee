import { postRoutes } from '@naru/contract/posts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateCounts } from '../peers/counts.ts';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { AppError } from '../platform/errors.ts';
import { DEFAULT_RATES, type RateProfile } from '../platform/rates.ts';
import { errorsPlugin } from './errors.ts';
import { addressKey, createLimit, fileLimitPlugin, rateLimitPlugin } from './rate-limit.ts';

const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_RATES).map((name) => [name, 1e6]),
) as unknown as RateProfile;

interface Options {
  rates?: Partial<RateProfile>;
  campus?: string[];
  isShared?: boolean;
  /** The counts that several processes share. */
  counts?: ReturnType<typeof createRateCounts>;
}

/** A server that refuses for the limits alone; `x-member` signs in. */
async function createServer({ rates: changed, campus = [], isShared = false, ...given }: Options) {
  const app = Fastify({ trustProxy: true });
  const rates = { ...NO_LIMITS, ...changed };
  const { counts = createRateCounts() } = given;
  const count: Parameters<typeof rateLimitPlugin>[1]['count'] = isShared
    ? async (...args) => counts(...args)
    : undefined;
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const member = request.headers['x-member'];
    if (member === 'unknown') throw new AppError('UNAUTHORIZED');
    if (member) request.actor = { memberId: Number(member), sessionId: 's', roles: [] };
  });
  await app.register(rateLimitPlugin, { rates, campus: createCampusNetworks(campus), count });
  await app.register(fileLimitPlugin, { rates });
  await app.register(errorsPlugin, { rates });
  app.setNotFoundHandler(async () => {
    throw new AppError('NOT_FOUND');
  });
  app.get('/api/a', async () => 'a');
  app.post('/api/a', async () => 'a');
  app.post('/api/lists', { config: { route: postRoutes.summaryMulti } }, async () => 'lists');
  app.get('/api/free', { config: { rateLimit: false } }, async () => 'free');
  app.get('/calendar', async () => 'calendar');
  app.get('/script.js', { config: { file: 'script.js' } }, async () => 'script');
  app.get('/page', { config: { rateLimit: false } }, async () => 'page');
  const limit = createLimit(app, 1);
  app.get('/api/own', async (request) => {
    await limit(request);
    return 'own';
  });
  app.get('/api/denied', async () => {
    throw new AppError('PERMISSION_DENIED');
  });
  for (const code of ['PERMISSION_DENIED', 'TOKEN_EXPIRED', 'INTERNAL'] as const) {
    app.get(`/api/${code}`, { config: { rateLimit: false } }, async () => {
      throw new AppError(code);
    });
  }
  return app;
}

async function createApp(options: Options, addRoutes?: (app: FastifyInstance) => void) {
  const app = await createServer(options);
  addRoutes?.(app);
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

it('has the rates that the requirements name [LIMIT-02, LIMIT-12, LIMIT-13]', () => {
  expect(DEFAULT_RATES).toEqual({
    ...{
      read: 600,
      write: 60,
      anonymous: 3000,
      search: 30,
      searchAll: 60,
      similar: 40,
      searchesAtOnce: 2,
    },
    ...{ links: 20, serviceKey: 120, wrongKeys: 20, newStreams: 50 },
    ...{ refused: 120, refusedAnonymous: 600, files: 30_000 },
  });
});

describe.each([false, true])('limits of callers (several processes: %s)', (isShared) => {
  it('count reads and writes of each member, and of each address', async () => {
    const call = await createApp({ isShared, rates: { read: 2, write: 1, anonymous: 1 } });
    const member = '7';
    expect(await repeat(3, () => call('/api/a', { member }))).toEqual([200, 200, 429]);
    expect(await call('/api/a', { member, method: 'HEAD' })).toBe(429);
    const write = () => call('/api/a', { member, method: 'POST' });
    expect(await repeat(2, write)).toEqual([200, 429]);
    const lists = () => call('/api/lists', { member: '8', method: 'POST' });
    expect(await repeat(3, lists)).toEqual([200, 200, 429]);
    expect(await call('/api/a', { member: '9' })).toBe(200);
    expect(await repeat(2, () => call('/api/a'))).toEqual([200, 429]);
    expect(await call('/api/a', { ip: '10.0.0.2' })).toBe(200);
  });

  it('know one another', async () => {
    const call = await createApp({ isShared, rates: { anonymous: 5 } });
    expect(await repeat(2, () => call('/api/own'))).toEqual([200, 429]);
    expect(await call('/api/a')).toBe(200);
  });
});

it('several processes count together', async () => {
  const options = { isShared: true, counts: createRateCounts(), rates: { anonymous: 2 } };
  const [one, other] = [await createApp(options), await createApp(options)];
  expect([await one('/api/a'), await other('/api/a')]).toEqual([200, 200]);
  expect([await one('/api/a'), await other('/api/a')]).toEqual([429, 429]);
});

describe('the window of a minute', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it.each([
    [false, 'that runs'],
    [true, 'that runs'],
    [false, 'that is set back'],
    [true, 'that is set back'],
  ])(
    'ends, and says when (several processes: %s, by a clock %s) [REL-167]',
    async (isShared, how) => {
      const app = await createServer({ isShared, rates: { anonymous: 1 } });
      let passed = 0;
      const callAt = async (milliseconds: number) => {
        vi.advanceTimersByTime(milliseconds - passed);
        passed = milliseconds;
        if (how === 'that is set back') vi.setSystemTime(Date.now() - 3_600_000);
        const { statusCode, headers } = await app.inject({ url: '/api/a' });
        return [statusCode, headers['retry-after']];
      };
      expect(await callAt(0)).toEqual([200, undefined]);
      expect(await callAt(0)).toEqual([429, '60']);
      expect(await callAt(58_999)).toEqual([429, '2']);
      expect(await callAt(59_000)).toEqual([429, '1']);
      expect(await callAt(59_999)).toEqual([429, '1']);
      expect(await callAt(60_000)).toEqual([200, undefined]);
    },
  );
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
  const call = await createApp({ rates: { anonymous: 1, files: 2 } }, (app) => {
    app.get('/*', { config: { rateLimit: false } }, async () => 'page of any address');
  });
  expect(await repeat(4, () => call('/api/nowhere'))).toEqual([200, 200, 200, 200]);
  expect(await repeat(4, () => call('/api/free'))).toEqual([200, 200, 200, 200]);
  expect(await repeat(3, () => call('/page'))).toEqual([200, 200, 429]);
  expect(await call('/page', { ip: '10.0.0.2' })).toBe(200);
  expect(await call('/page', { member: '7' })).toBe(429);
});

it('the files of the app, and what is not there, are counted as files', async () => {
  const call = await createApp({ rates: { anonymous: 1, files: 2, refusedAnonymous: 9 } });
  expect(await repeat(3, () => call('/script.js'))).toEqual([200, 200, 429]);
  const nowhere = { ip: '10.0.0.2' };
  expect(await repeat(3, () => call('/nowhere', nowhere))).toEqual([404, 404, 429]);
  expect(await call('/calendar', nowhere)).toBe(200);
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

  it('are those of unknown paths and tokens too [LIMIT-12]', async () => {
    const call = await createApp({ rates: { refusedAnonymous: 2 } });
    expect(await repeat(3, () => call('/api/nowhere'))).toEqual([404, 404, 429]);
    const stranger = { member: 'unknown', ip: '10.0.0.2' };
    expect(await repeat(3, () => call('/api/a', stranger))).toEqual([401, 401, 429]);
  });

  it('are not those that the limit of calls has counted or made', async () => {
    const call = await createApp({ rates: { refusedAnonymous: 1, anonymous: 3 } });
    expect(await repeat(5, () => call('/api/denied'))).toEqual([403, 403, 403, 429, 429]);
    expect(await repeat(2, () => call('/api/nowhere'))).toEqual([404, 429]);
  });
});
