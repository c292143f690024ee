import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSecrets } from '../platform/secrets.ts';
import { readEnv } from './env.ts';

const STRONG = 'k9Lq2vR7mT4xZ8wB3nC6pD1sF5gH0jY-';

const DATABASE_URL = 'postgres://naru@db.example/naru';

it('a server with DATABASE_URL does not start with a missing or short secret [OPS-08]', () => {
  expect(() => readEnv({ DATABASE_URL })).toThrow('TOKEN_SECRET');
  for (const weak of ['x', STRONG.slice(0, 31), `${STRONG},short`]) {
    expect(() => readEnv({ DATABASE_URL, TOKEN_SECRET: weak })).toThrow('TOKEN_SECRET');
  }
  expect(readEnv({ DATABASE_URL, TOKEN_SECRET: STRONG }).DEMO).toBe(false);
});

it.each([
  'x'.repeat(32),
  'a'.repeat(64),
  'abcd'.repeat(9),
  'changeme'.repeat(5),
  'k9$Lq2!vR7#mT4'.repeat(3),
  '0101101001100101101001011010010110100101',
  'please-change-me-before-production-1',
  'CHANGE_ME_CHANGE_ME_CHANGE_ME_12',
  'your-secret-key-goes-here-your-secret',
  'this-is-my-super-secret-naru-token!',
  'abcdefghijklmnopqrstuvwxyz012345',
  '12345678901234567890123456789012',
  'a-password-of-our-university-2026!',
])('refuses the guessable secret %s with one sentence [OPS-08]', (weak) => {
  const start = () => readEnv({ TOKEN_SECRET: weak });
  expect(start).toThrow(/^TOKEN_SECRET is too easy to guess; put a random one first, [^\n]+$/);
});

it('accepts random secrets of every usual form [OPS-08]', () => {
  for (let at = 0; at < 500; at += 1) {
    const bytes = randomBytes(48);
    for (const value of [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      randomUUID(),
    ]) {
      expect(readEnv({ TOKEN_SECRET: value }).TOKEN_SECRET).toBe(value);
    }
  }
});

it('accepts the generated secret, and a rotation away from a guessable one [OPS-08]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naru-secret-'));
  try {
    const [generated = ''] = await loadSecrets(undefined, folder);
    expect(readEnv({ TOKEN_SECRET: generated }).TOKEN_SECRET).toBe(generated);
    const rotation = `${generated},${'changeme'.repeat(5)}`;
    expect(readEnv({ TOKEN_SECRET: rotation }).TOKEN_SECRET).toBe(rotation);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
