import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import type { MatrixRequest } from '../testing/matrix/build.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { ROLE_MATRIX } from '../testing/matrix/role-matrix.ts';
import { clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, NO_LIMITS, type TestApp } from '../testing/test-app.ts';
import { buildApp } from '../wiring/app.ts';

const EVIL = 'evil.example';
const HOSTS = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'https',
  forwarded: `host=${EVIL};proto=https`,
  'x-original-url': `//${EVIL}/`,
};
/** Query parameters that commonly cause open redirects. */
const WAYS = ['redirect', 'next', 'url', 'returnTo', 'targetUrl', 'callback'];
const PLACES = [`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `https:${EVIL}`, `%2f%2f${EVIL}`];

let t: TestApp;
let world: World;
/** The same services with a web app. */
let site: TestApp['app'];
let webRoot: string;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
  webRoot = await mkdtemp(join(tmpdir(), 'naru-links-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>나루</title>');
  site = await buildApp({
    env: readEnv({ DATA_DIR: t.dataDir, PUBLIC_URL: 'https://naru.example' }),
    services: t.services,
    rates: NO_LIMITS,
    version: 'test',
    log: pino({ level: 'silent' }),
    webRoot,
  });
  await site.ready();
});
afterAll(async () => {
  await site.close();
  await t.close();
  await rm(webRoot, { recursive: true, force: true });
});
beforeEach(() => clearThrottles(t));

// Without the event stream, which never ends; its events come from the tables of the other calls.
const CALLS = ROLE_MATRIX.map(({ call }) => call).filter((call) => call !== 'GET /api/events');

/** For mail programs that open the address which they should post to; it leads to a page of the site. */
const REDIRECT = 'GET /api/digest/stop/:token';
const PAGE = /^http:\/\/127\.0\.0\.1:\d+\/digest#[\w.-]+$/;

const send = (method: string, request: MatrixRequest, headers = {}) =>
  t.call(method, request.url, {
    ...request,
    as: world.other,
    headers: { ...request.headers, ...headers },
  });

function expectNoRedirect(
  call: string,
  { status, headers }: { status: number; headers: Record<string, unknown> },
): void {
  if (call === REDIRECT) {
    expect(headers.location).toMatch(PAGE);
  } else {
    expect(Math.floor(status / 100), call).not.toBe(3);
    expect(headers.location, call).toBeUndefined();
  }
}

async function buildRequest(call: string): Promise<MatrixRequest> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error(`no request for ${call}`);
  const { other } = world;
  return build(world, { caller: other, owner: other, variant: undefined, isForged: false });
}

describe('links', () => {
  it.each(CALLS)(
    '%s links and redirects only inside the site, whatever the Host header and the query say [HTML-18, HTML-17]',
    async (call) => {
      const [method = ''] = call.split(' ');
      const request = await buildRequest(call);
      await clearThrottles(t);
      const response = await send(method, request, HOSTS);
      expectNoRedirect(call, response);
      expect(response.status).toBeLessThan(500);
      expect(response.text + JSON.stringify(response.headers)).not.toContain(EVIL);
      if (method !== 'GET') return;
      const mark = request.url.includes('?') ? '&' : '?';
      const query = WAYS.map((way, at) => `${way}=${PLACES[at % PLACES.length]}`).join('&');
      expectNoRedirect(call, await send(method, { ...request, url: request.url + mark + query }));
    },
  );

  it('links in e-mails use the configured address [HTML-18]', async () => {
    const mails = await t.mails();
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) {
      expect(text).not.toContain(EVIL);
      for (const link of text.match(/https?:\/\/\S+/g) ?? []) {
        expect(new URL(link).host).toMatch(/^(127\.0\.0\.1|localhost):\d+$/);
      }
    }
  });

  it.each([
    ...PLACES.map((place) => `/login?redirect=${encodeURIComponent(place)}`),
    ...['/', '/main', '/assets', '/assets/'],
    ...[`//${EVIL}`, `//${EVIL}/`, `//${EVIL}/..`, `//${EVIL}/%2e%2e`, `/%5c${EVIL}/..`],
    ...[`/assets/..//${EVIL}/`, `/assets//${EVIL}`, `/files//${EVIL}`],
  ])('the page %j leads to no place but this site [HTML-17]', async (url) => {
    const { statusCode, headers } = await site.inject({ url, headers: { host: EVIL } });
    expect(statusCode).toBeLessThan(500);
    const target = new URL(String(headers.location ?? '/'), 'https://naru.example');
    expect(target.host).toBe('naru.example');
  });
});
