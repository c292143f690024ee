import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listenForCall } from '../../http/address-check-listener.ts';
import { CHECK_HEADER, CHECK_PATH, isProof, signCheck } from '../../platform/address-check.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { freePort } from '../../testing/started-program.ts';
import { createTestApp, TEST_SECRET } from '../../testing/test-app.ts';
import { callSite } from './call-site.ts';
import { describeCall } from './site.ts';

const SECRET = 'a-secret-of-the-site-0123456789abcdef';
const CERTIFICATE = makeCertificate();

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

type Headers = Record<string, string | undefined>;
/** Headers that a proxy sends on, from those of the visitor; undefined ones are dropped. */
type Proxy = (visitor: IncomingMessage) => Headers;

const GOOD: Proxy = ({ headers, socket }) => ({
  host: headers.host,
  'x-forwarded-for': socket.remoteAddress,
  'x-forwarded-proto': 'https',
});

/** A proxy with TLS in front of a port; a number in place of a port is the status that it responds with. */
async function startProxy(change: Proxy, port: number, status?: number) {
  const proxy = createTlsServer(
    CERTIFICATE,
    (visitor: IncomingMessage, response: ServerResponse) => {
      if (status !== undefined) {
        response
          .writeHead(status, { location: 'https://www.example.ac.kr/' })
          .end('<h1>proxy</h1>');
        return;
      }
      const own = Object.entries({ ...visitor.headers, ...change(visitor) });
      const headers = Object.fromEntries(own.filter(([, value]) => value !== undefined));
      request({ port, path: visitor.url, headers, host: '127.0.0.1' }, (inner) => {
        response.writeHead(inner.statusCode ?? 0, inner.headers);
        inner.pipe(response);
      })
        .once('error', () => response.writeHead(502).end())
        .end();
    },
  );
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  stops.push(() => proxy.close());
  return `https://localhost:${(proxy.address() as AddressInfo).port}`;
}

interface Site {
  proxy?: Proxy;
  trusted?: string[];
  status?: number;
  secret?: string;
}

async function lookAt({ proxy = GOOD, trusted = ['127.0.0.1'], status, secret = SECRET }: Site) {
  const port = await freePort();
  const options = { host: '127.0.0.1', port, trusted, secret };
  stops.push(await listenForCall(options));
  const PUBLIC_URL = await startProxy(proxy, port, status);
  const call = await callSite(PUBLIC_URL, {
    secret: SECRET,
    now: new Date(),
    ca: CERTIFICATE.cert,
  });
  return describeCall(call, { PUBLIC_URL, PORT: port });
}

const worst = (findings: Awaited<ReturnType<typeof lookAt>>) =>
  findings.filter(({ level }) => level !== 'ok').map(({ text, todo }) => `${text} ${todo}`);

const drop =
  (...names: string[]): Proxy =>
  (visitor) => ({
    ...GOOD(visitor),
    ...Object.fromEntries(names.map((name) => [name, undefined])),
  });

const BROKEN: [string, Site, RegExp][] = [
  [
    'no address of the visitor',
    { proxy: drop('x-forwarded-for') },
    /X-Forwarded-For.*\$remote_addr/,
  ],
  [
    'the address that the visitor says',
    {
      proxy: (visitor) => ({
        ...GOOD(visitor),
        'x-forwarded-for': visitor.headers['x-forwarded-for'] as string,
      }),
    },
    /꾸며 낼 수/,
  ],
  [
    'a proxy that the server does not believe',
    {
      trusted: ['10.0.0.9'],
      proxy: (visitor) => ({ ...GOOD(visitor), 'x-forwarded-for': '203.0.113.7' }),
    },
    /TRUST_PROXY에 127\.0\.0\.1을/,
  ],
  [
    'another name',
    { proxy: (visitor) => ({ ...GOOD(visitor), host: '127.0.0.1:3000' }) },
    /Host: 127\.0\.0\.1:3000.*proxy_set_header Host/,
  ],
  ['no protocol', { proxy: drop('x-forwarded-proto') }, /X-Forwarded-Proto.*\$scheme/],
  ['a server that is off', { status: 502 }, /나루에 닿지 못합니다\(502\)/],
  ['another site', { status: 200 }, /이 나루가 아닌 것이 대답했습니다\(200\)/],
  ['a redirect', { status: 301 }, /https:\/\/www\.example\.ac\.kr\/\(으\)로 넘깁니다/],
  ['a rule that refuses', { status: 403 }, /막았습니다\(403\)/],
  [
    'a site with another secret',
    { secret: 'another-secret-0123456789abcdefgh' },
    /503|TOKEN_SECRET/,
  ],
];

describe('the public address', () => {
  it('is proven by a call through a proxy that does its duties [OPS-298]', async () => {
    expect(worst(await lookAt({}))).toEqual([]);
  });

  it.each(BROKEN)('is not proven with %s, which is explained [OPS-298]', async (_, site, words) => {
    expect(worst(await lookAt(site))).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    [{ until: new Date(Date.now() - 1_000) }, /기한이 지났습니다/],
    [{ from: new Date(Date.now() + 86_400_000) }, /아직 유효하지 않습니다/],
    [{ host: 'other.example.ac.kr' }, /다른 이름의 것입니다/],
  ])('has a certificate that is right: %o [OPS-298]', async (options, words) => {
    const certificate = makeCertificate(options);
    const server = createTlsServer(certificate).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close());
    const PUBLIC_URL = `https://localhost:${(server.address() as AddressInfo).port}`;
    const call = await callSite(PUBLIC_URL, {
      secret: SECRET,
      now: new Date(),
      ca: certificate.cert,
    });
    expect(worst(describeCall(call, { PUBLIC_URL, PORT: 3000 }))).toEqual([
      expect.stringMatching(words),
    ]);
    const unknown = await callSite(PUBLIC_URL, { secret: SECRET, now: new Date() });
    expect(unknown).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['https://nobody.invalid', /DNS 주소를 찾지/],
    ['http://127.0.0.1:1', /접속을 받지 않습니다/],
  ])('is reached: %s [OPS-298]', async (PUBLIC_URL, words) => {
    const call = await callSite(PUBLIC_URL, { secret: SECRET, now: new Date() });
    expect(worst(describeCall(call, { PUBLIC_URL, PORT: 3000 }))).toEqual([
      expect.stringMatching(words),
    ]);
  });

  it('is not waited for without end, and what NAT can do is said [OPS-298]', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    stops.push(
      () => silent.closeAllConnections(),
      () => silent.close(),
    );
    const PUBLIC_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const options = { secret: SECRET, now: new Date(), limitMs: 50 };
    const call = await callSite(PUBLIC_URL, options);
    expect(worst(describeCall(call, { PUBLIC_URL, PORT: 3000 }))).toEqual([
      expect.stringMatching(/대답이 없습니다.*NAT/),
    ]);
  });

  it('shows how a request arrived to holders of the secret alone [OPS-304]', async () => {
    const t = await createTestApp({
      env: { TOKEN_SECRET: TEST_SECRET, TRUST_PROXY: '127.0.0.1' },
    });
    stops.push(() => t.close());
    const check = signCheck(TEST_SECRET, t.clock.now());
    const ask = (header: string) =>
      t.app.inject({
        url: CHECK_PATH,
        headers: { [CHECK_HEADER]: header, 'x-forwarded-for': '203.0.113.7' },
      });
    const { proof, seen } = (await ask(check.header)).json();
    expect(isProof(proof, check, TEST_SECRET)).toBe(true);
    expect(seen).toMatchObject({ peer: '127.0.0.1', client: '203.0.113.7', version: 'test' });
    const old = signCheck(TEST_SECRET, new Date(t.clock.now().getTime() - 7_200_000));
    const others = [signCheck(SECRET, t.clock.now()).header, old.header, `${check.header}0`, 'x'];
    for (const header of others) {
      const response = await ask(header);
      expect([response.statusCode, response.body.includes('203.0.113.7')]).toEqual([404, false]);
    }
  });
});
