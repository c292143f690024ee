import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import { DEFAULT_RATES } from '../platform/rates.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { createWorld } from '../testing/matrix/world.ts';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { buildApp } from '../wiring/app.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

let t: TestApp;
let student: SignedIn;
let user: SignedIn;
/** The same services behind https, with a web app. */
let site: Awaited<ReturnType<typeof buildApp>>;
let webRoot: string;
let fileUrl: string;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  user = await t.signIn('USER');
  fileUrl = (await createWorld(t)).fileUrl;
  webRoot = await mkdtemp(join(tmpdir(), 'naru-web-'));
  await mkdir(join(webRoot, 'assets'));
  await mkdir(join(webRoot, '.git'));
  await Promise.all([
    writeFile(join(webRoot, 'index.html'), '<!doctype html><title>나루</title>'),
    writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}'),
    writeFile(join(webRoot, 'assets', 'app-1a2b.js.br'), 'as built'),
    writeFile(join(webRoot, 'assets', 'app-1a2b.js.map'), '{}'),
    writeFile(join(webRoot, '.env'), 'TOKEN_SECRET=x'),
    writeFile(join(webRoot, '.git', 'config'), '[core]'),
  ]);
  site = await buildApp({
    env: readEnv({ DATA_DIR: t.dataDir, PUBLIC_URL: 'https://naru.example' }),
    services: t.services,
    rates: DEFAULT_RATES,
    version: 'test',
    log: pino({ level: 'silent' }),
    webRoot,
  });
  await site.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await site.close();
  await t.close();
  await rm(webRoot, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  site.inject({ method: 'GET', url, headers });

/** One response of every kind: pages, files, calls, each refusal. */
async function responses(): Promise<[string, Awaited<ReturnType<typeof get>>][]> {
  const comment = (payload: string | object, headers: Record<string, string>) =>
    site.inject({ method: 'POST', url: '/api/post/1/comments', payload, headers });
  return [
    ['page', await get('/main')],
    ['script', await get('/assets/app-1a2b.js')],
    ['picture', await get(fileUrl)],
    ['documentation', await get('/api/docs/')],
    ['public call', await get('/api/health')],
    ['private call', await get('/api/member/me', student.headers)],
    ['400', await get('/api/post/x', student.headers)],
    ['404 broken path', await get('/api/post/%', student.headers)],
    ['401', await get('/api/member/me')],
    ['403', await comment({ content: 'a' }, user.headers)],
    ['404 call', await get('/api/nothing')],
    ['404 file', await get('/files/nothing.webp')],
    ['404 asset', await get('/assets/nothing.js')],
    ['413', await comment({ content: 'a'.repeat(300_000) }, student.headers)],
    ['414', await get(`/api/post/${'1'.repeat(9000)}`, student.headers)],
    ['415', await comment('a', { ...student.headers, 'content-type': 'text/plain' })],
  ];
}

describe('headers of every response', () => {
  it('are equally strict on pages, files, calls and refusals [HEAD-01, HEAD-02, HEAD-03, HEAD-06, HEAD-09, PRIV-18]', async () => {
    for (const [kind, { headers }] of await responses()) {
      expect(headers['strict-transport-security'], kind).toMatch(
        /^max-age=(3153600\d|[4-9]\d{7});\s*includeSubDomains/,
      );
      expect(headers['x-content-type-options'], kind).toBe('nosniff');
      expect(headers['referrer-policy'], kind).toBe('strict-origin-when-cross-origin');
      expect(headers['reporting-endpoints'], kind).toBe('csp="/api/csp-report"');
      expect(headers['cross-origin-opener-policy'], kind).toBe('same-origin');
      expect(headers['permissions-policy'], kind).toContain('camera=()');
      expect(headers['content-security-policy'], kind).toContain("frame-ancestors 'none'");
      expect(headers.server, kind).toBeUndefined();
      expect(headers['x-powered-by'], kind).toBeUndefined();
    }
  });

  it.each(['/', '/main/community', '/assets/app-1a2b.js', '/api/health'])(
    'of HEAD %s are those of GET, without a body [HEAD-10]',
    async (url) => {
      const read = await get(url);
      const head = await site.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body]).toEqual([read.statusCode, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy']) {
        expect(head.headers[name], name).toBe(read.headers[name]);
      }
    },
  );

  it('of HEAD for an unknown file or call are 404 [HEAD-10]', async () => {
    for (const url of ['/assets/nothing.js', '/api/nothing', '/files/nothing.webp']) {
      const { statusCode, body } = await site.inject({ method: 'HEAD', url });
      expect([statusCode, body], url).toEqual([404, '']);
    }
  });

  it('contain no HSTS where the site has no https [HEAD-01]', async () => {
    const { headers } = await t.call('GET', '/api/health');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    '/login/register',
    '/login/register/',
    '/login/register?step=reset',
    '/login/provider?code=abc',
  ])(
    'pages of the reset and of the way back from the provider send no referrer: %s [HEAD-03]',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    },
  );

  it('the policy of pages allows own scripts only [HEAD-08, FILE-12]', async () => {
    const header = String((await get('/main')).headers['content-security-policy']);
    const policy = new Map(
      header.split(';').map((part) => {
        const [name = '', ...values] = part.trim().split(/\s+/);
        return [name, values.join(' ')];
      }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('font-src')).toBe("'self'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe(
      'naru-html naru-worker naru-code ProseMirrorClipboard',
    );
    expect(policy.get('frame-src')).toBe("'self' https://www.youtube-nocookie.com");
    expect(header.replace(/frame-src [^;]*/, '')).not.toMatch(
      /unsafe-eval|script-src[^;]*unsafe-inline|https?:\/\/|\*/,
    );
    expect(policy.get('report-uri')).toBe('/api/csp-report');
    expect(policy.get('report-to')).toBe('csp');
  });

  it.each([
    '/api/member/me',
    '/%61pi/member/me',
    '/%61%70%69/m%65mber/me?x=%2F',
    'http://evil.example/api/member/me',
    'HTTPS://evil.example:8443/%61pi/member/me',
  ])(
    'of a private call are the same under each spelling of its path: %s [HEAD-05]',
    async (path) => {
      const { text } = await sendRaw(portOf(site), rawRequest('GET', path, student.headers));
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).toContain(student.username);
      expect(text.match(/^cache-control: .*$/gim)).toEqual(['cache-control: private, no-store']);
    },
  );

  it.each([
    '/login/r%65gister',
    '/%6Cogin/register?step=reset',
    'http://evil.example/login/provider?code=abc',
  ])('of a reset page are the same under each spelling of its path: %s [HEAD-03]', async (path) => {
    const { text } = await sendRaw(portOf(site), rawRequest('GET', path));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text.match(/^referrer-policy: .*$/gim)).toEqual(['referrer-policy: no-referrer']);
  });

  it('allow caching where a file or page says so, and nowhere else [HEAD-05]', async () => {
    const caching = Object.fromEntries(
      (await responses()).map(([kind, { headers }]) => [kind, headers['cache-control']]),
    );
    const stored = { page: 'no-cache', script: IMMUTABLE, picture: IMMUTABLE };
    for (const [kind, value] of Object.entries(caching)) {
      expect(value, kind).toBe(stored[kind as keyof typeof stored] ?? 'private, no-store');
    }
    const { etag } = (await get('/assets/app-1a2b.js')).headers;
    const known = await get('/assets/app-1a2b.js', { 'if-none-match': String(etag) });
    expect([known.statusCode, known.headers['cache-control']]).toEqual([304, IMMUTABLE]);
  });

  it('every call responds with private, no-store [HEAD-05]', async () => {
    const leaving = await t.signIn('STUDENT');
    for (const [call, route] of contractCalls()) {
      const [method = '', path = ''] = call.split(' ');
      if (!path.startsWith('/api/')) continue;
      const url = path.replace(/:boardType/, 'free').replace(/:\w+/, '1');
      const { headers } = await t.call(method, url, { as: leaving });
      expect(headers['cache-control'], `${call} ${route.access}`).toBe('private, no-store');
    }
  });

  it('calls respond with JSON to a browser too, whatever it accepts [HEAD-09]', async () => {
    for (const [call, route] of contractCalls()) {
      const [method = '', path = ''] = call.split(' ');
      if (method !== 'GET' || route.response === null) continue;
      const url = path.replace(/:boardType/, 'free').replace(/:\w+/, '1');
      for (const as of [student, undefined]) {
        const { headers } = await t.call('GET', url, {
          ...(as && { as }),
          headers: { accept: 'text/html,*/*;q=0.1' },
        });
        expect(headers['content-type'], call).toBe('application/json; charset=utf-8');
        expect(headers['x-content-type-options'], call).toBe('nosniff');
      }
    }
  });

  it.each([
    'https://evil.example',
    'null',
    'https://naru.example.evil.example',
    'https://evilnaru.example',
    'http://naru.example',
  ])('responds to the origin %s without any permission [HEAD-04]', async (origin) => {
    const plain = await get('/api/member/me', { ...student.headers, origin });
    const preflight = await site.inject({
      method: 'OPTIONS',
      url: '/api/post/post-up',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    for (const { headers } of [plain, preflight]) {
      const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect(names).toEqual([]);
    }
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('an unexpected error shows only its request id [API-04, API-01]', async () => {
    const list = t.services.comments.list;
    t.services.comments.list = () => {
      throw new Error('select password_hash from members where /srv/naru/secret');
    };
    try {
      const { status, json } = await t.call('GET', '/api/post/1/comments', { as: student });
      expect(status).toBe(500);
      expect(json).toEqual({
        error: 'INTERNAL',
        message: '서버에서 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
        requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    } finally {
      t.services.comments.list = list;
    }
  });

  it('no refusal contains a stack, SQL or a path of the server [API-04]', async () => {
    for (const [kind, { statusCode, body }] of await responses()) {
      if (statusCode < 400) continue;
      expect(body, kind).not.toMatch(/\bat \w+ \(|node_modules|select |insert |\.ts:|\/src\//i);
      expect(Object.keys(JSON.parse(body)), kind).toEqual(
        expect.arrayContaining(['error', 'message', 'requestId']),
      );
    }
  });

  it.each(['br', 'gzip'])('a page is compressed as %s [UI-662]', async (coding) => {
    const { headers, statusCode } = await get('/main', { 'accept-encoding': coding });
    expect([statusCode, headers['content-encoding']]).toEqual([200, coding]);
    expect(headers.vary).toMatch(/cookie.*accept-encoding/);
  });

  it('a file compressed by the build is sent as it is', async () => {
    const plain = await get('/assets/app-1a2b.js');
    expect(plain).toMatchObject({ statusCode: 200, body: 'export {}' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const { headers, body } = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(body).toBe('as built');
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    expect(headers['cache-control']).toBe(plain.headers['cache-control']);
  });

  it.each(['bytes=2-4', 'bytes=99999999-', 'bytes=-0', 'lines=1-'])(
    'a file of the app comes whole whatever part is asked for, as %s [UPLOAD-22]',
    async (range) => {
      const { statusCode, body } = await get('/assets/app-1a2b.js', { range });
      expect([statusCode, body]).toEqual([200, 'export {}']);
    },
  );

  it.each([
    '/.env',
    '/assets/app-1a2b.js.br',
    '/.git/config',
    '/.git/',
    '/assets/',
    '/assets/app-1a2b.js.map',
    '/assets/app-1a2b.js.%6dap',
    '/assets/app-1a2b.js.map/',
    '/assets/..%2f.env',
    '/%2e%65nv',
    '/..%2f..%2fetc%2fpasswd',
    '/package.json',
    '/metrics',
    '/files/',
    '/files/..%2f..%2ftoken-secret',
  ])('%s is not public [HEAD-07, UPLOAD-21]', async (url) => {
    const { statusCode, body, headers } = await get(url);
    const isTheApp = statusCode === 200 && String(headers['content-type']).includes('text/html');
    if (isTheApp) expect(body).toContain('<title>나루</title>');
    else expect([400, 404]).toContain(statusCode);
    expect(body).not.toMatch(/TOKEN_SECRET|\[core\]|root:|"dependencies"|as built|^\{\}$/);
  });
});
