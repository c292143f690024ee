import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookiesOf } from '../testing/opened-pages.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createFirstData } from './first-data.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it.each(['session', 'call'])(
  'a page comes without data when the database hangs at the %s [UI-661]',
  async (where) => {
    const hangs = () => new Promise<never>(() => undefined);
    const app = Fastify();
    await app.register(cookie);
    app.decorate('createRateLimit', () => async () => ({ isAllowed: true, key: '' }));
    const { sessions } = t.services;
    const openPage = where === 'session' ? hangs : async () => 'token';
    const own = { ...sessions, openPage };
    const load = createFirstData(app, { ...t.services, sessions: own }, 1);
    app.get('/main', async (request) => (await load(request)) ?? 'bare');
    app.all('/api/*', hangs);
    const cookies = cookiesOf(await t.signIn('STUDENT'));
    expect((await app.inject({ url: '/main', cookies })).body).toBe('bare');
    await app.close();
  },
);
