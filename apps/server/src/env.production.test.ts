import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const DATABASE_URL = 'postgres://naru@db.example/naru';

it('a server with DATABASE_URL does not start with a missing or weak secret [OPS-08]', () => {
  expect(() => readEnv({ DATABASE_URL })).toThrow('TOKEN_SECRET');
  for (const weak of ['x', 'x'.repeat(31), `${'x'.repeat(32)},short`]) {
    expect(() => readEnv({ DATABASE_URL, TOKEN_SECRET: weak })).toThrow('TOKEN_SECRET');
  }
  expect(readEnv({ DATABASE_URL, TOKEN_SECRET: 'x'.repeat(32) }).DEMO).toBe(false);
});
