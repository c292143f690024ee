import type { Role } from '@naru/contract/roles';
import type { Route } from '@naru/contract/route';
import Fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { AppError } from '../platform/errors.ts';
import { DEFAULT_RATES } from '../platform/rates.ts';
import { actorOf } from '../testing/refusal.ts';
import { errorsPlugin } from './errors.ts';
import { rateLimitPlugin } from './rate-limit.ts';
import { bearerToken, refusalFor, sessionPlugin } from './session.ts';

const held = { ...actorOf(9, 'USER'), isHeldBack: true };
/** Tokens and their members. */
const ACTORS: Record<string, Actor> = {
  student: actorOf(7, 'STUDENT'),
  manager: actorOf(8, 'MANAGER'),
  admin: actorOf(6, 'ADMIN'),
  held,
};

/** The tokens that were checked. */
let checked: string[];
beforeEach(() => {
  checked = [];
});

async function authenticate(token: string, options?: { allowExpired?: boolean }): Promise<Actor> {
  checked.push(token);
  if (token === 'broken') throw new Error('the database is away');
  if (token === 'old' && options?.allowExpired !== true) throw new AppError('TOKEN_EXPIRED');
  const actor = ACTORS[token === 'old' ? 'student' : token];
  if (actor === undefined) throw new AppError('TOKEN_INVALID');
  return actor;
}

async function createApp() {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'info', stream }, disableRequestLogging: true });
  const campus = createCampusNetworks([]);
  await app.register(rateLimitPlugin, { rates: DEFAULT_RATES, campus, count: undefined });
  await app.register(sessionPlugin, {
    authenticator: { authenticate },
    keys: {
      authenticate: async (key) => {
        if (key === 'broken') throw new Error('the database is away');
        if (key !== 'key') throw new AppError('SERVICE_KEY_INVALID');
        return { keyId: 3 } as never;
      },
    },
    wrongKeys: 2,
  });
  await app.register(errorsPlugin, { rates: DEFAULT_RATES });
  const add = (access: Route['access'], more: Partial<Route> = {}) => {
    const route = { method: 'GET', path: `/${access}`, access, ...more } as Route;
    const url = `/${access}${more.denied ?? ''}`;
    app.get(url, { config: { route } }, async ({ actor, service }) => ({ actor, service }));
  };
  for (const access of ['public', 'signedIn', 'signedInOrExpired', 'serviceKey'] as const)
    add(access);
  for (const access of ['MANAGER', 'ADMIN'] as const) add(access);
  add('MANAGER', { denied: 'WRITE_DENIED' });
  app.get('/page', async ({ actor }) => ({ actor }));
  const call = async (url: string, token?: string, remoteAddress?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await app.inject({ method: 'GET', url, headers, remoteAddress });
    const { error, actor, service } = response.json();
    return { error: error ?? null, memberId: actor?.memberId ?? null, actor, service };
  };
  return { call, lines };
}

describe('sessionPlugin', () => {
  it.each<[string, string | undefined, string | null, number | null]>([
    ['/page', 'student', null, null],
    ['/public', undefined, null, null],
    ['/public', 'student', null, 7],
    ['/public', 'wrong', null, null],
    ['/public', 'old', null, null],
    ['/public', 'broken', 'INTERNAL', null],
    ['/signedIn', undefined, 'UNAUTHORIZED', null],
    ['/signedIn', 'wrong', 'TOKEN_INVALID', null],
    ['/signedIn', 'old', 'TOKEN_EXPIRED', null],
    ['/signedIn', 'student', null, 7],
    ['/signedInOrExpired', 'old', null, 7],
    ['/signedInOrExpired', 'wrong', 'TOKEN_INVALID', null],
    ['/MANAGER', 'student', 'PERMISSION_DENIED', null],
    ['/MANAGERWRITE_DENIED', 'student', 'WRITE_DENIED', null],
    ['/MANAGER', 'manager', null, 8],
    ['/ADMIN', 'manager', 'PERMISSION_DENIED', null],
    ['/ADMIN', 'admin', null, 6],
    ['/MANAGER', 'held', 'SECOND_FACTOR_REQUIRED', null],
    ['/signedIn', 'held', null, 9],
  ])('%s with %s: %s', async (url, token, error, memberId) => {
    const { call } = await createApp();
    expect(await call(url, token)).toMatchObject({ error, memberId });
  });

  it('knows where a member acts from', async () => {
    const { call } = await createApp();
    expect((await call('/signedIn', 'student')).actor.address).toBe('127.0.0.1');
    expect((await call('/public', 'student')).actor).not.toHaveProperty('address');
  });

  it('knows of a page neither member nor program, and checks no missing token', async () => {
    const { call } = await createApp();
    expect(await call('/public')).toEqual({
      error: null,
      memberId: null,
      actor: null,
      service: null,
    });
    expect(checked).toEqual([]);
    await call('/public', 'student');
    expect(checked).toEqual(['student']);
  });

  it('logs attempts on calls of ADMINs, and no others', async () => {
    const { call, lines } = await createApp();
    await call('/MANAGER', 'student');
    await call('/ADMIN', 'admin');
    expect(await call('/ADMIN', 'held')).toMatchObject({ error: 'SECOND_FACTOR_REQUIRED' });
    expect(lines).toEqual([]);
    await call('/ADMIN', 'manager');
    const attempt = {
      event: 'admin call refused',
      memberId: 8,
      call: 'GET /ADMIN',
      msg: 'security event',
    };
    expect(lines).toMatchObject([attempt]);
  });

  it('admits programs by their key, also behind an address with too many wrong ones', async () => {
    const { call, lines } = await createApp();
    const right = await call('/serviceKey', 'key');
    expect(right).toMatchObject({
      error: null,
      memberId: null,
      service: { keyId: 3, address: '127.0.0.1' },
    });
    expect(lines).toEqual([]);
    const wrong: unknown[] = [];
    for (let n = 0; n < 3; n += 1) wrong.push((await call('/serviceKey', 'other')).error);
    expect(wrong).toEqual(['SERVICE_KEY_INVALID', 'SERVICE_KEY_INVALID', 'TOO_MANY_REQUESTS']);
    expect(lines).toMatchObject(Array(3).fill({ event: 'service key refused' }));
    const elsewhere = await call('/serviceKey', 'other', '203.0.113.9');
    expect(elsewhere).toMatchObject({ error: 'SERVICE_KEY_INVALID' });
    expect(await call('/serviceKey', 'key')).toMatchObject({ error: null });
    expect(await call('/serviceKey', 'broken')).toMatchObject({ error: 'INTERNAL' });
  });
});

describe('refusalFor', () => {
  const member = (isHeldBack: boolean): Actor => ({ ...actorOf(1, 'USER' as Role), isHeldBack });
  it.each([
    [member(true), 'PERMISSION_DENIED', 'SECOND_FACTOR_REQUIRED'],
    [member(true), 'WRITE_DENIED', 'SECOND_FACTOR_REQUIRED'],
    [member(true), 'POST_NOT_FOUND', 'POST_NOT_FOUND'],
    [member(false), 'PERMISSION_DENIED', 'PERMISSION_DENIED'],
    [null, 'PERMISSION_DENIED', 'PERMISSION_DENIED'],
  ] as const)('%#', (actor, code, expected) => {
    expect(refusalFor(actor, new AppError(code)).code).toBe(expected);
  });
});

describe('bearerToken', () => {
  it.each([
    [undefined, null],
    ['Bearer a.b-c_d', 'a.b-c_d'],
    ['bearer abc', 'abc'],
    ['Bearer abc def', null],
    ['x Bearer abc', null],
    ['Basic abc', null],
    ['Bearer ', null],
  ])('%j: %s', (authorization, token) => {
    expect(bearerToken({ headers: { authorization } } as never)).toBe(token);
  });
});
