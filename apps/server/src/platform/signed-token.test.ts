import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey } from './secrets.ts';
import { signedToken } from './signed-token.ts';

const OLD = 'old-secret-old-secret-old-secret-000001';
const NEW = 'new-secret-new-secret-new-secret-000002';
const now = new Date('2026-11-20T00:00:00Z');
const later = new Date(now.getTime() + 60_000);

const tokens = signedToken('test', [NEW]);

describe('signed tokens', () => {
  it.each(['', 'a', '한글 {"key":1}', 'x'.repeat(300)])('return the payload %j', (payload) => {
    const token = tokens.sign(payload, later);
    expect(token).toMatch(/^[\w-]+\.\d{10}$/);
    expect(String(tokens.verify(token, now))).toBe(payload);
    expect(tokens.read(token)?.expiresAt).toEqual(later);
  });

  it('expire at their second, and can still be read as genuine', () => {
    const token = tokens.sign('payload', later);
    expect(tokens.verify(token, new Date(later.getTime() - 1))).not.toBeNull();
    expect(tokens.verify(token, later)).toBeNull();
    expect(String(tokens.read(token)?.payload)).toBe('payload');
  });

  // With 18 bytes the last character before the dot has unused bits.
  it.each([32, 18])('of %d bytes are refused after a change of any character', (length) => {
    const token = tokens.sign('x'.repeat(length), later);
    const others = Array.from(token, (own, at) =>
      Array.from('AQgw_019.')
        .filter((other) => other !== own)
        .map((other) => `${token.slice(0, at)}${other}${token.slice(at + 1)}`),
    ).flat();
    expect(others.length).toBeGreaterThan(400);
    expect(others.filter((other) => tokens.read(other) !== null)).toEqual([]);
  });

  it('are refused with a prefix, with a suffix, and truncated', () => {
    const token = tokens.sign('payload', later);
    const [body = '', expiry = ''] = token.split('.');
    const forged = [`${token}0`, ` ${token}`, `A${token}`, body, expiry, `${body}=.${expiry}`, ''];
    forged.push(`${body}.`, `.${expiry}`, `${body.slice(0, 21)}.${expiry}`);
    expect(forged.filter((other) => tokens.read(other) !== null)).toEqual([]);
  });

  it('do not treat part of the expiry as payload', () => {
    const token = tokens.sign('7', new Date(1_234_567_890_000));
    const mac = Buffer.from(token.split('.')[0] ?? '', 'base64url').subarray(1);
    const shifted = Buffer.concat([Buffer.from('71'), mac]).toString('base64url');
    expect(tokens.read(`${shifted}.234567890`)).toBeNull();
    expect(tokens.read(`${shifted}.0234567890`)).toBeNull();
  });

  it('are signed with the newest secret; older ones stay valid until they are removed', () => {
    const former = signedToken('test', [OLD]).sign('payload', later);
    const rotated = signedToken('test', [NEW, OLD]);
    expect(String(rotated.verify(former, now))).toBe('payload');
    expect(tokens.read(former)).toBeNull();
    expect(String(tokens.verify(rotated.sign('payload', later), now))).toBe('payload');
    expect(() => signedToken('test', []).sign('payload', later)).toThrow('No secret');
    expect(signedToken('test', []).read(former)).toBeNull();
  });

  it('of one purpose are invalid for another', () => {
    expect(signedToken('other', [NEW]).read(tokens.sign('payload', later))).toBeNull();
  });

  it('keep their format: sessions outlive a version of the server', () => {
    const body = Buffer.alloc(48, 7);
    const expiry = '1795132800';
    const mac = createHmac('sha256', deriveKey(NEW, 'refresh token'))
      .update(body)
      .update(expiry)
      .digest()
      .subarray(0, 16);
    const stored = `${Buffer.concat([body, mac]).toString('base64url')}.${expiry}`;
    const refresh = signedToken('refresh token', [NEW]);
    expect(refresh.read(stored)?.payload).toEqual(body);
    expect(refresh.sign(body, new Date(Number(expiry) * 1000))).toBe(stored);
  });
});
