import { randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '../../platform/secrets.ts';
import {
  ACCESS_SECONDS,
  createAccessTokens,
  createRefreshTokens,
  decryptSuccessor,
  encryptSuccessor,
} from './tokens.ts';

const SECRET = 'a-secret-of-this-installation-0000000001';
const FORMER = 'a-former-secret-of-this-installation-001';
const NOW = new Date('2026-11-20T05:00:30.000Z');
const CLAIMS = { memberId: 7, sessionId: 'b4e1b2d0-0000-4000-8000-000000000001' };

const at = (date: Date) => ({ now: () => date });
const seconds = Math.floor(NOW.getTime() / 1000);

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** A token signed with the own key but with other claims or another header. */
function forge(
  claims: object,
  header: { alg: 'HS256' | 'HS512'; typ: string },
  key: Buffer = deriveKey(SECRET, 'access token'),
): string {
  const sign = createSigner({ key, algorithm: header.alg, header });
  const body = { sub: '7', sid: 's', iss: 'naru', aud: 'naru-api', exp: seconds + 60, ...claims };
  return sign(body);
}

const HEADER = { alg: 'HS256', typ: 'at+jwt' } as const;

describe('access tokens', () => {
  const tokens = createAccessTokens([SECRET], at(NOW));

  it('expire after 15 minutes and contain their issue time [SESS-01]', () => {
    const { iat, exp } = payloadOf(tokens.sign(CLAIMS));
    expect(iat).toBe(seconds);
    expect(exp).toBe(seconds + ACCESS_SECONDS);
    expect(ACCESS_SECONDS).toBe(900);
    const within = createAccessTokens([SECRET], at(new Date(NOW.getTime() + 999)));
    expect(payloadOf(within.sign(CLAIMS)).iat).toBe(seconds);
  });

  it('distinguishes an expired token from a tampered one [SESS-03]', () => {
    const token = tokens.sign(CLAIMS);
    const later = createAccessTokens([SECRET], at(new Date(NOW.getTime() + 900_000)));
    expect(() => later.verify(token)).toThrow(expect.objectContaining({ code: 'TOKEN_EXPIRED' }));
    expect(later.verify(token, { allowExpired: true })).toEqual(CLAIMS);
    const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => later.verify(tampered)).toThrow(
      expect.objectContaining({ code: 'TOKEN_INVALID' }),
    );
  });

  it('compares a token that it has seen with the clock, and no other text [SESS-03]', () => {
    let now = NOW;
    const tokensOfDay = createAccessTokens([SECRET], { now: () => now });
    const token = tokensOfDay.sign(CLAIMS);
    expect(tokensOfDay.verify(token)).toEqual(CLAIMS);
    expect(() => tokensOfDay.verify(`${token}A`)).toThrow(
      expect.objectContaining({ code: 'TOKEN_INVALID' }),
    );
    now = new Date(NOW.getTime() + 900_000);
    expect(() => tokensOfDay.verify(token)).toThrow(
      expect.objectContaining({ code: 'TOKEN_EXPIRED' }),
    );
  });

  it('accepts what other releases signed with the same secret', () => {
    expect(tokens.verify(forge({}, HEADER))).toEqual({ memberId: 7, sessionId: 's' });
  });

  it.each([
    ['another issuer', forge({ iss: 'other' }, HEADER)],
    ['another audience', forge({ aud: 'other' }, HEADER)],
    ['another algorithm', forge({}, { alg: 'HS512', typ: 'at+jwt' })],
    ['another type', forge({}, { alg: 'HS256', typ: 'JWT' })],
    ['another key', forge({ exp: 4_070_908_800 }, HEADER, deriveKey(FORMER, 'access token'))],
    ['no member', forge({ sub: 'x' }, HEADER)],
    ['a part of a member', forge({ sub: '1.5' }, HEADER)],
    ['no session', forge({ sid: undefined }, HEADER)],
    ['no expiry', forge({ exp: undefined }, HEADER)],
    [
      'alg none',
      `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${forge({}, HEADER).split('.')[1]}.`,
    ],
    ['nonsense', 'a.b.c'],
  ])('refuses %s [SESS-02, SESS-03]', (_, token) => {
    expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ code: 'TOKEN_INVALID' }));
  });

  it('accepts tokens of the former secret during a rotation [SESS-19]', () => {
    const token = createAccessTokens([FORMER], at(NOW)).sign(CLAIMS);
    expect(createAccessTokens([SECRET, FORMER], at(NOW)).verify(token)).toEqual(CLAIMS);
    expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ code: 'TOKEN_INVALID' }));
  });
});

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
