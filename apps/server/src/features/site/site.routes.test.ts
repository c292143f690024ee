import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET /api/config', () => {
  it('returns names and switches, locked by default', async () => {
    const { status, json } = await t.call('GET', '/api/config');
    expect(status).toBe(200);
    expect(json.settings).toEqual({ studyRoomMenu: 'locked', directMessage: 'locked' });
    expect(json.quickLinks).toHaveLength(4);
  });

  it('asks the database once for a crowd that opens the site at once [LIMIT-73]', async () => {
    const reads = vi.spyOn(t.services.identity, 'get');
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => t.call('GET', '/api/config')),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(reads.mock.calls.length).toBeLessThan(10);
    reads.mockRestore();
  });
});

describe('unknown URLs', () => {
  it('respond with 404 in Korean without a stack', async () => {
    const { status, json } = await t.call('GET', '/api/nothing');
    expect(status).toBe(404);
    expect(json).toEqual({
      error: 'NOT_FOUND',
      message: '요청한 내용을 찾을 수 없습니다.',
      requestId: expect.any(String),
    });
  });
});

describe('POST /api/csp-report', () => {
  const report = (body: unknown, type = 'application/csp-report') =>
    t.call('POST', '/api/csp-report', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type },
    });
  const logged = () =>
    t.logs
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'content blocked')
      .map(({ directive, source }) => [directive, source]);
  const address = 'https://evil.example/canary?token=canary';

  it('logs directive and source kind of both formats without URLs [HEAD-08]', async () => {
    t.clock.advance(60);
    const before = logged().length;
    const old = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' };
    const body = { effectiveDirective: 'img-src', blockedURL: address, documentURL: address };
    expect((await report({ 'csp-report': { ...old, 'document-uri': address } })).status).toBe(204);
    const modern = await report([{ type: 'csp-violation', body }], 'application/reports+json');
    expect(modern.status).toBe(204);
    expect(logged().slice(before)).toEqual([
      ['script-src-elem', 'inline'],
      ['img-src', 'https'],
    ]);
    expect(t.logs.join('')).not.toContain('canary');
  });

  it('accepts any small body and logs at most 60 lines per minute [HEAD-08]', async () => {
    t.clock.advance(60);
    const before = logged().length;
    for (const odd of ['', 'x', 'null', '[null]', '[[]]', '{"csp-report":7}']) {
      expect([204, 400]).toContain((await report(odd)).status);
    }
    const odd = { 'effective-directive': 'a\nb canary' };
    expect((await report({ 'csp-report': odd })).status).toBe(204);
    expect(logged()).toHaveLength(before);
    const one = { body: { effectiveDirective: 'img-src', blockedURL: 'data' } };
    await report(Array(100).fill(one), 'application/reports+json');
    expect(logged()).toHaveLength(before + 60);
    expect((await report('x'.repeat(20_000))).status).toBe(413);
    expect((await report('x', 'text/plain')).status).toBe(415);
  });
});
