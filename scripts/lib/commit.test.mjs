import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { commitOf } from './build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'naru-commit-'));
const git = (...args) =>
  spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.kr', ...args]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

it('takes the commit that an image is built from, and nothing else that is given [OPS-190]', () => {
  vi.stubEnv('SOURCE_COMMIT', '');
  expect(commitOf(folder)).toBeNull();
  vi.stubEnv('SOURCE_COMMIT', 'abc1234');
  expect(commitOf(folder)).toBe('abc1234');
  vi.stubEnv('SOURCE_COMMIT', '/home/me on my-machine');
  expect(commitOf(folder)).toBeNull();
});

it.runIf(git('--version').status === 0)('takes that of a checkout, if it has one [OPS-190]', () => {
  vi.stubEnv('SOURCE_COMMIT', '');
  git('init', '-q');
  expect(commitOf(folder)).toBeNull();
  git('commit', '-q', '--allow-empty', '-m', 'x');
  expect(commitOf(folder)).toMatch(/^[0-9a-f]{8}$/);
  // What lies inside of a repository, such as an unpacked release, is not its commit.
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  expect(commitOf(inside)).toBeNull();
});
