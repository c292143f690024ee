import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portOf, sendRaw } from '../../testing/raw-http.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('the outbox of the demo', () => {
  it('is empty at first', async () => {
    expect((await t.call('GET', '/api/dev/outbox')).json).toEqual([]);
    expect((await t.call('GET', '/dev/outbox')).text).toContain('아직 보낸 이메일이 없습니다.');
  });

  it('returns e-mails as JSON and as an escaped page, newest first [OPS-04]', async () => {
    const evil = '<script>alert("x")</script> & \'끝\'';
    await t.services.emailQueue.enqueue(t.db, {
      to: 'a@kmou.ac.kr',
      subject: '첫 이메일',
      text: 'a',
    });
    await t.mails();
    t.clock.advance(60);
    await t.services.emailQueue.enqueue(t.db, { to: 'b@kmou.ac.kr', subject: evil, text: evil });
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

  it('is not found through nginx without settings, which asks in HTTP/1.0 [OPS-07]', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const port = portOf(t.app);
    const ask = async (version: string) => {
      const head = `GET /dev/outbox HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close`;
      return (await sendRaw(port, `${head}\r\n\r\n`)).status;
    };
    expect([await ask('1.0'), await ask('1.1')]).toEqual([404, 200]);
  });
});
