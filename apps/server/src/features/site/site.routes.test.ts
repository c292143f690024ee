import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { portOf, sendRaw } from '../../testing/raw-http.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('routes', () => {
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
        message: '요청한 내용을 찾을 수 없습니다. 주소를 확인해 주세요.',
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
      expect((await report({ 'csp-report': { ...old, 'document-uri': address } })).status).toBe(
        204,
      );
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
});

describe('the outbox of the demo', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  it('is empty at first', async () => {
    expect((await t.call('GET', '/api/dev/outbox')).json).toEqual([]);
    expect((await t.call('GET', '/dev/outbox')).text).toContain('아직 보낸 이메일이 없습니다.');
  });

  it('returns e-mails as JSON and as an escaped page, newest first [OPS-04]', async () => {
    const evil = '<script>alert("x")</script> & \'끝\'';
    await t.services.emailQueue.enqueue(t.db, {
      kind: 'ANSWER',
      to: 'a@kmou.ac.kr',
      subject: '첫 이메일',
      text: 'a',
    });
    await t.mails();
    t.clock.advance(60);
    const letter = { kind: 'ANSWER' as const, to: 'b@kmou.ac.kr', subject: evil, text: evil };
    await t.services.emailQueue.enqueue(t.db, letter);
    await t.mails();
    const { json } = await t.call('GET', '/api/dev/outbox');
    expect(json).toEqual([
      { to: 'b@kmou.ac.kr', subject: evil, text: evil, date: '2026-11-20T14:01:30+09:00' },
      { to: 'a@kmou.ac.kr', subject: '첫 이메일', text: 'a', date: '2026-11-20T14:00:30+09:00' },
    ]);
    const { status, text, headers } = await t.call('GET', '/dev/outbox');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).not.toMatch(/<script|<style|\son\w+=/);
    expect(text).toContain(
      '&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62; &#38; &#39;끝&#39;',
    );
    expect(text.indexOf('b@kmou.ac.kr')).toBeLessThan(text.indexOf('a@kmou.ac.kr'));
  });

  it('is not found from another machine, nor is the school of the demo, whatever host it names [OPS-07]', async () => {
    const peers = { '127.0.0.1': 200, '::ffff:127.0.0.1': 200, '203.0.113.9': 404 };
    for (const [remoteAddress, status] of Object.entries(peers)) {
      for (const url of ['/api/dev/outbox', '/dev/outbox', '/dev/school/menu.html']) {
        const headers = { host: 'localhost:3000' };
        const found = await t.app.inject({ url, headers, remoteAddress });
        expect(found.statusCode, `${url} from ${remoteAddress}`).toBe(status);
      }
    }
  });

  it('is not found through a proxy or under a foreign host [OPS-07]', async () => {
    const foreign: Record<string, string>[] = [
      { host: 'naru.example.ac.kr' },
      { host: 'localhost.evil.example' },
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=203.0.113.9' },
    ];
    for (const headers of foreign) {
      for (const url of ['/api/dev/outbox', '/dev/outbox']) {
        expect((await t.call('GET', url, { headers })).status, JSON.stringify(headers)).toBe(404);
      }
      expect((await t.call('GET', '/api/config', { headers })).json.demo).toBe(false);
    }
    expect((await t.call('GET', '/api/config')).json.demo).toBe(true);
  });

  describe('over a socket [OPS-07]', () => {
    beforeAll(() => t.app.listen({ port: 0, host: '127.0.0.1' }));

    it.each<[string, number, string, string[]]>([
      ['is found by this machine', 200, '/dev/outbox HTTP/1.1', ['Host: 127.0.0.1']],
      ['is found under localhost.', 200, '/dev/outbox HTTP/1.1', ['Host: localhost.:3000']],
      [
        'is not found in HTTP/1.0, of old proxies',
        404,
        '/dev/outbox HTTP/1.0',
        ['Host: 127.0.0.1'],
      ],
      ['is not found in HTTP/1.0 without a host', 404, '/dev/outbox HTTP/1.0', []],
      ['is not found without a host', 400, '/dev/outbox HTTP/1.1', []],
      ['is not found by a name that was rebound', 404, '/dev/outbox HTTP/1.1', ['Host: evil.test']],
      [
        'is not found behind a first host',
        404,
        '/dev/outbox HTTP/1.1',
        ['Host: a.test', 'Host: localhost'],
      ],
      [
        'is not found as by a proxy',
        404,
        'http://localhost/dev/outbox HTTP/1.1',
        ['Host: localhost'],
      ],
      [
        'is not found for another site',
        404,
        'http://a.test/dev/outbox HTTP/1.1',
        ['Host: localhost'],
      ],
    ])('%s', async (_what, status, target, headers) => {
      const lines = [`GET ${target}`, ...headers, 'Connection: close', '', ''];
      expect((await sendRaw(portOf(t.app), lines.join('\r\n'))).status).toBe(status);
    });
  });
});
