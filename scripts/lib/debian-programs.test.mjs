import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensurePrograms, findProgram, variablesOf } from './debian-programs.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('programs that the tests need [GATE-01]', () => {
  it('says what to install when a named program is missing, instead of installing another', async () => {
    vi.stubEnv('REDIS_SERVER_PATH', '/nowhere/redis-server');
    await expect(ensurePrograms('redis')).rejects.toThrow(
      /^The tests of several servers need Redis or Valkey\. .* apt-get install redis-server.*REDIS_SERVER_PATH\.$/,
    );
  });

  it.each([
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome-beta',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])('finds %s where a machine has no other browser', (path) => {
    vi.stubEnv('CHROMIUM_PATH', '');
    expect(findProgram('chromium', (asked) => asked === path)).toBe(path);
  });

  it('prefers the headless build, and what is named to all others', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    expect(findProgram('chromium', () => true)).toBe('/usr/bin/chromium-headless-shell');
    vi.stubEnv('CHROMIUM_PATH', '/home/naru/chrome');
    expect(findProgram('chromium', () => true)).toBe('/home/naru/chrome');
    expect(findProgram('chromium', (path) => path !== '/home/naru/chrome')).toBeUndefined();
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
