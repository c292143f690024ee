import { ERRORS } from '@naru/contract/errors';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import { CONNECTION_LIMITS } from '../http/http-server.ts';
import { overloads, refusals } from '../platform/metrics/counters.ts';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { createTestApp, NO_LIMITS, type TestApp } from '../testing/test-app.ts';
import { buildApp } from '../wiring/app.ts';

const { status, message } = ERRORS.OVERLOADED;
const CLIENT = 'https://app.example.ac.kr';

let t: TestApp;
let port: number;
let close: () => Promise<unknown>;
beforeAll(async () => {
  t = await createTestApp({
    admission: { intake: { atOnce: 0, waiting: 0, waitMs: 1, overloadMs: 1 } },
  });
  const app = await buildApp({
    env: readEnv({ DATA_DIR: t.dataDir, TRUST_PROXY: 'loopback', CORS_ORIGINS: CLIENT }),
    services: t.services,
    rates: NO_LIMITS,
    version: 'test',
    log: pino({ level: 'silent' }),
    limits: { ...CONNECTION_LIMITS, body: 300, check: 50 },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
  port = portOf(app);
});
afterAll(async () => {
  await close();
  await t.close();
});

describe('a server in which no request can begin [REL-149]', () => {
  it('refuses with the usual error and headers, at once, and counts it', async () => {
    for (const counter of [overloads, refusals]) counter.reset();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { text, status: sent } = await sendRaw(
      port,
      rawRequest('GET', '/api/post', { traceparent }),
      { untilClosed: true },
    );
    expect(sent).toBe(status);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(JSON.parse(Buffer.from(body, 'latin1').toString())).toEqual({
      error: 'OVERLOADED',
      message,
      requestId: '0af7651916cd43dd8448eb211c80319c',
    });
    const served = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(served.status).toBe(200);
    const lines = head.toLowerCase().split('\r\n');
    const names = [...served.headers.keys()].filter(
      (name) => !/^(date|keep-alive|vary|content-)/.test(name),
    );
    for (const name of [...names, 'content-security-policy', 'retry-after']) {
      expect(lines.filter((line) => line.startsWith(`${name}: `))).toHaveLength(1);
    }
    expect(head).toMatch(/\r\nretry-after: \d+\r\n/);
    expect(head).toMatch(/frame-ancestors 'none'/);
    expect(head).toMatch(/\r\ncache-control: no-store\r\n/);
    expect((await overloads.get()).values).toMatchObject([
      { labels: { load: 'intake' }, value: 1 },
    ]);
    expect((await refusals.get()).values).toMatchObject([
      { labels: { code: 'OVERLOADED' }, value: 1 },
    ]);
  });

  it('serves the next request of the same connection, whatever body the refused one has', async () => {
    const refused = rawRequest(
      'POST',
      '/api/member/login',
      { connection: 'keep-alive' },
      '{"a":1}',
    );
    const { text } = await sendRaw(port, refused + rawRequest('GET', '/api/health'), {
      untilClosed: true,
    });
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200']);
  });

  it('closes the connection of a refused body that does not end [REL-122]', async () => {
    const head = 'POST /api/member/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n{';
    const { text, isClosed } = await sendRaw(port, head, { untilClosed: true });
    expect([text.match(/HTTP\/1\.1 \d+/g), isClosed]).toEqual([['HTTP/1.1 503'], true]);
  });

  it('lets a client that is served elsewhere read the refusal, and no other [API-17]', async () => {
    const ask = (method: string, origin: string) =>
      fetch(`http://127.0.0.1:${port}/api/post`, { method, headers: { origin } });
    const [asked, refused, other] = await Promise.all([
      ask('OPTIONS', CLIENT),
      ask('GET', CLIENT),
      ask('OPTIONS', 'https://evil.example'),
    ]);
    expect([asked.status, refused.status, other.status]).toEqual([204, status, status]);
    expect((await refused.json()).message).toBe(message);
    for (const { headers } of [asked, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe(CLIENT);
      expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    }
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
    expect(other.headers.get('vary')).toBe('Origin');
  });
});
