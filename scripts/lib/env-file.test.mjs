import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadEnvFile } from './env-file.mjs';

let folder;
let before;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'naru-env-'));
  before = { ...process.env };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
});

const load = (text, options) => {
  const path = join(folder, '.env');
  writeFileSync(path, text);
  vi.stubEnv('ENV_FILE', path);
  return loadEnvFile(options);
};

it('names a line that is no setting, a file that is missing and one that cannot be read [OPS-70]', () => {
  expect(() => load('PORT=1\nSMTP_URL smtp://x\nA=1')).toThrow(/not NAME=value: SMTP_URL smtp:/);
  expect(() => load('PORT=1\nlast line')).toThrow(/not NAME=value: last line$/);
  expect(process.env.PORT).toBe(before.PORT);
  vi.stubEnv('ENV_FILE', join(folder, 'missing'));
  expect(() => loadEnvFile()).toThrow(/missing cannot be read: ENOENT/);
  expect(loadEnvFile({ mayBeMissing: true })).toBe(undefined);
  vi.stubEnv('ENV_FILE', folder);
  expect(() => loadEnvFile()).toThrow(/cannot be read: EISDIR/);
});

it('adds what the environment does not have, which wins even when it is empty [OPS-70]', () => {
  vi.stubEnv('NARU_TEST_OWN', 'environment');
  vi.stubEnv('NARU_TEST_EMPTY', '');
  load('# comment\nNARU_TEST_OWN=file\nNARU_TEST_EMPTY=file\nNARU_TEST_NEW="a # b"\n');
  const { NARU_TEST_OWN, NARU_TEST_EMPTY, NARU_TEST_NEW } = process.env;
  expect([NARU_TEST_OWN, NARU_TEST_EMPTY, NARU_TEST_NEW]).toEqual(['environment', '', 'a # b']);
  vi.stubEnv('ENV_FILE', '');
  expect(loadEnvFile()).toBe(undefined);
});
