import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentOf, makeCurrent } from '../releases.mjs';
import { fetchVersion, placeVersion } from './fetch-version.mjs';
import { acceptMigrations, newMigrations } from './migrations.mjs';
import { findSite } from './site.mjs';
import { alone, clearState, readFormer, readState, writeFormer, writeState } from './state.mjs';

let base;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'naru-releases-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path, value) => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), JSON.stringify(value));
};
/** A version with migrations by their release; those of an empty name are of none. */
function putVersion(folder, migrations) {
  const tags = Object.values(migrations).flat();
  const entries = tags.map((tag, at) => ({ tag, when: 100 + at }));
  const { '': _, ...released } = migrations;
  put(`${folder}/apps/server/migrations/meta/_journal.json`, { entries });
  put(
    `${folder}/apps/server/migrations/released.json`,
    Object.fromEntries(
      Object.entries(released).map(([name, list]) => [
        name,
        Object.fromEntries(list.map((tag) => [tag, 'sum'])),
      ]),
    ),
  );
  return join(base, folder);
}

describe('the version that an installation runs', () => {
  it('is the installation itself, then that of a link, and again [OPS-299]', () => {
    expect(currentOf(base)).toBe(base);
    for (const name of ['aaaa', 'bbbb']) {
      mkdirSync(join(base, 'releases', name), { recursive: true });
      makeCurrent(base, join(base, 'releases', name));
      expect(currentOf(base)).toBe(join(base, 'releases', name));
    }
    makeCurrent(base, base);
    expect(currentOf(base)).toBe(base);
  });

  it('is the installation where the version of the link is gone [OPS-301]', () => {
    mkdirSync(join(base, 'releases/aaaa'), { recursive: true });
    makeCurrent(base, join(base, 'releases/aaaa'));
    rmSync(join(base, 'releases/aaaa'), { recursive: true });
    expect(currentOf(base)).toBe(base);
  });
});

describe('where the site responds', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['127.0.0.2', '127.0.0.2'],
    ['localhost', 'localhost'],
  ])('is an address for HOST=%s [OPS-300]', (given, host) => {
    for (const [name, value] of Object.entries({ HOST: given, PORT: '4000', ENV_FILE: '' })) {
      vi.stubEnv(name, value);
    }
    const { health } = findSite(base, { unit: 'naru', restart: 'true' });
    expect(health).toBe(`http://${host}:4000/api/health`);
    expect(new URL(health).port).toBe('4000');
  });
});

describe('a version that is only looked at', () => {
  const git = (...words) =>
    execFileSync('git', ['-C', base, ...words], { encoding: 'utf8' }).trim();
  const upgrade = 'process.exit(0);';

  it.each([
    ['is removed again', () => {}, false],
    ['stays as the former version', (folder) => writeFormer(base, folder), true],
    ['stays when it was there before', () => {}, true],
  ])('%s [OPS-302]', async (name, prepare, stays) => {
    git('init', '--quiet');
    git('config', 'user.email', 'a@example.com');
    git('config', 'user.name', 'a');
    mkdirSync(join(base, 'scripts'));
    writeFileSync(join(base, 'scripts/upgrade.mjs'), upgrade);
    for (const tag of ['v1.0.0', 'v1.1.0']) {
      writeFileSync(join(base, 'version'), tag);
      git('add', '.');
      git('commit', '--quiet', '-m', tag);
      git('tag', tag);
    }
    const commit = git('rev-parse', 'v1.0.0^{commit}');
    if (stays) {
      const { folder } = placeVersion(base, commit);
      mkdirSync(join(folder, 'dist'));
      prepare(folder);
    }
    const options = { target: 'v1.0.0', check: true, 'no-fetch': true };
    expect(await fetchVersion(base, options)).toBe(0);
    expect(existsSync(join(base, 'releases', commit.slice(0, 8), stays ? 'dist' : ''))).toBe(stays);
    expect(name).toBeTruthy();
  });
});

describe('the migrations of another version', () => {
  const OLD = { '1.0.0': ['0000_init'], '1.1.0': ['0001_more'] };

  it.each([
    [OLD, [], []],
    [{ ...OLD, '1.2.0': ['0002_a', '0003_b'] }, ['0002_a', '0003_b'], ['1.2.0']],
    [{ ...OLD, '': ['0002_a'] }, ['0002_a'], ['unreleased']],
    [
      { ...OLD, '1.2.0': ['0002_a'], '1.3.0': ['0003_b'] },
      ['0002_a', '0003_b'],
      ['1.2.0', '1.3.0'],
    ],
  ])('are counted by their release: %j [OPS-302]', (migrations, tags, releases) => {
    const [from, to] = [putVersion('from', OLD), putVersion('to', migrations)];
    expect(newMigrations(from, to)).toEqual({
      tags,
      releases,
      times: tags.map((_, at) => 102 + at),
    });
    expect(newMigrations(to, from)).toMatchObject({ tags: [] });
  });

  it('are accepted in addition to those before, and none leaves no file [OPS-300]', () => {
    const file = join(base, 'apps/server/dist/accepted-migrations.json');
    mkdirSync(dirname(file), { recursive: true });
    acceptMigrations(base, []);
    expect(existsSync(file)).toBe(false);
    acceptMigrations(base, [103, 102]);
    acceptMigrations(base, [104, 103]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([102, 103, 104]);
  });
});

describe('the state of an upgrade', () => {
  it('survives its process, and a file that was cut counts as none [OPS-301]', () => {
    expect(readState(base)).toBeNull();
    const state = { target: 'v1.1.0', from: base, to: join(base, 'releases/aaaa'), backup: 'x' };
    writeState(base, state);
    expect(readState(base)).toEqual(state);
    writeFileSync(join(base, 'releases/upgrade.json'), '{"target":');
    expect(readState(base)).toBeNull();
    clearState(base);
    clearState(base);
  });

  it('knows the former version as long as it is there [OPS-299]', () => {
    expect(readFormer(base)).toBeNull();
    writeFormer(base, join(base, 'gone'));
    expect(readFormer(base)).toBeNull();
    writeFormer(base, base);
    expect(readFormer(base)).toBe(base);
  });

  it('is changed by one upgrade at a time, and by the next after one that was killed [OPS-301]', async () => {
    // Runs as long as this test does.
    put('releases/upgrading', { pid: process.ppid });
    expect(await alone(base, async () => 'done')).toBe(false);
    put('releases/upgrading', { pid: 2 ** 22 + 1 });
    expect(await alone(base, async () => 'done')).toBe('done');
    await expect(alone(base, async () => Promise.reject(new Error('oh')))).rejects.toThrow('oh');
    expect(existsSync(join(base, 'releases/upgrading'))).toBe(false);
  });
});
