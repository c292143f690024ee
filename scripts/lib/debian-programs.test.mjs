import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensurePrograms, variablesOf } from './debian-programs.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('programs that the tests need [GATE-01]', () => {
  it('tells what to install when a named program is missing, instead of installing another', async () => {
    vi.stubEnv('REDIS_SERVER_PATH', '/nowhere/redis-server');
    await expect(ensurePrograms('redis')).rejects.toThrow(
      /^The tests of several servers need Redis or Valkey\. .* apt-get install redis-server.*REDIS_SERVER_PATH\.$/,
    );
  });

  it('takes those that are named', async () => {
    vi.stubEnv('REDIS_SERVER_PATH', process.execPath);
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    const found = { chromium: process.execPath, redis: process.execPath };
    expect(await ensurePrograms('chromium', 'redis')).toEqual(found);
    expect(variablesOf(found)).toEqual({
      CHROMIUM_PATH: process.execPath,
      REDIS_SERVER_PATH: process.execPath,
    });
  });
});
