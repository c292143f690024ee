import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-tokens.ts';
import { createRefreshTokens, decryptSuccessor, encryptSuccessor } from './refresh-tokens.ts';

const OLD = 'an-old-secret-of-this-installation-01';
const NEW = 'the-new-secret-of-this-installation-2';
const clock = { now: () => new Date('2026-11-20T05:00:00Z') };
const expiresAt = new Date('2026-12-04T05:00:00Z');

describe('refresh tokens', () => {
  it('contain 256 random bits and end with their expiry [SESS-01]', () => {
    const tokens = createRefreshTokens([NEW]);
    const id = randomUUID();
    const made = Array.from({ length: 50 }, () => tokens.create(id, expiresAt));
    const bytes = made.map((token) => Buffer.from(token.split('.')[0] ?? '', 'base64url'));
    expect(new Set(bytes.map((all) => all.subarray(16, 48).toString('hex'))).size).toBe(50);
    expect(bytes[0]).toHaveLength(16 + 32 + 16);
    expect(made.every((token) => token.endsWith('.1796360400'))).toBe(true);
    expect(made.every((token) => tokens.sessionOf(token) === id)).toBe(true);
  });

  it('of another release with the same secret are accepted', () => {
    const token =
      'C1xPbhorTD2OnwARIjNEVTdiJr4MhWNuC-E4-g21jf8HCruMB-NumiK9rk29PvGEgf-8Oot1n6YHhKRlrFGssg.1796360400';
    expect(createRefreshTokens([OLD]).sessionOf(token)).toBe(
      '0b5c4f6e-1a2b-4c3d-8e9f-001122334455',
    );
  });

  it('are accepted only complete and unmodified', () => {
    const tokens = createRefreshTokens([NEW]);
    const token = tokens.create(randomUUID(), expiresAt);
    for (let position = 0; position < token.length; position += 7) {
      const other = token[position] === '1' ? '2' : '1';
      const changed = token.slice(0, position) + other + token.slice(position + 1);
      expect(tokens.sessionOf(changed)).toBeNull();
    }
    expect(tokens.sessionOf(`${token}0`)).toBeNull();
  });

  it('stay valid while the secret is rotated, access tokens too [SESS-19]', () => {
    const id = randomUUID();
    const refresh = createRefreshTokens([OLD]).create(id, expiresAt);
    const access = createAccessTokens([OLD], clock).sign({ memberId: 7, sessionId: id });
    expect(createRefreshTokens([NEW, OLD]).sessionOf(refresh)).toBe(id);
    expect(createAccessTokens([NEW, OLD], clock).verify(access)).toEqual({
      memberId: 7,
      sessionId: id,
    });
    expect(createRefreshTokens([NEW]).sessionOf(refresh)).toBeNull();
    expect(() => createAccessTokens([NEW], clock).verify(access)).toThrow();
  });
});

describe('encryptSuccessor', () => {
  it('can be decrypted with the old token only', () => {
    const box = encryptSuccessor('old token', 'access refresh');
    expect(box.toString('latin1')).not.toContain('access');
    expect(decryptSuccessor('old token', box)).toBe('access refresh');
    expect(() => decryptSuccessor('another token', box)).toThrow();
  });

  it('reads what another release has stored', () => {
    const box = Buffer.from(
      'Zq-FbFn01IIi2RiAsRyslP-ABFo_cndEkSryKVfb1D4c6GQcwAP2egIv',
      'base64url',
    );
    expect(decryptSuccessor('old token', box)).toBe('access refresh');
  });
});
