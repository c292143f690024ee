import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isLocalRequest } from './origin.ts';

interface Asked {
  peer?: string | undefined;
  host?: string;
  version?: string;
  target?: string;
  headers?: Record<string, string>;
}

function isLocal({ host = 'localhost:3000', version = '1.1', target = '/', ...asked }: Asked) {
  const peer = 'peer' in asked ? asked.peer : '127.0.0.1';
  const raw = {
    headers: { ...(host !== '' && { host }), ...asked.headers },
    httpVersion: version,
    socket: { remoteAddress: peer } as IncomingMessage['socket'],
  };
  return isLocalRequest({ raw, originalUrl: target });
}

describe('a request of this machine [OPS-07]', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('comes from %s', (peer) => {
    expect(isLocal({ peer })).toBe(true);
  });

  it.each([
    '203.0.113.9',
    '192.168.0.7',
    '172.17.0.1',
    '0.0.0.0',
    '::',
    '::ffff:203.0.113.9',
    'fe80::1',
    '2001:db8::127.0.0.1',
    '::1:7f00:1',
    '',
    undefined,
  ])('does not come from %s, whatever it names as its host', (peer) => {
    expect(isLocal({ peer })).toBe(false);
  });

  it.each([
    'localhost',
    'LocalHost:3000',
    'localhost.:3000',
    'naru.localhost:5173',
    '127.0.0.1:3000',
    '127.0.0.2',
    '[::1]',
    '[::1]:3000',
  ])('is sent to %s', (host) => {
    expect(isLocal({ host })).toBe(true);
  });

  it.each([
    '',
    'naru.example.ac.kr',
    'evil.test:3000',
    'localhost.evil.test',
    'localhost..',
    'evil-localhost',
    '.localhost',
    '127.0.0.1.evil.test',
    '127.0.0.1:3000@evil.test',
    'evil.test#localhost',
    '::1',
    '[::1]evil.test',
    '[2001:db8::1]:3000',
    '0.0.0.0:3000',
    'localhost:3000, evil.test',
  ])('is not sent to the host %j', (host) => {
    expect(isLocal({ host })).toBe(false);
  });

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'do-connecting-ip',
    'x-envoy-external-address',
    'x-original-host',
    'cdn-loop',
  ])('bears no %s of a proxy, also none that names this machine', (name) => {
    expect(isLocal({ headers: { [name]: '127.0.0.1' } })).toBe(false);
  });

  it('is not in the version of old proxies, nor in the form that proxies get', () => {
    expect(isLocal({ version: '1.0' })).toBe(false);
    expect(isLocal({ target: 'http://localhost:3000/dev/outbox' })).toBe(false);
    expect(isLocal({ target: 'http://evil.test/dev/outbox' })).toBe(false);
  });
});
