import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { bumpVersion, lockProblems, versionProblems } from './lib/versions.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const { version } = JSON.parse(read('package.json'));

/** Lines of a text that another one has changed. */
function changedLines(before, after) {
  const lines = after.split('\n');
  return before.split('\n').filter((line, at) => line !== lines[at]);
}

describe('the version [OPS-195]', () => {
  it('is the same in every package, in the lock file, in the image and the manifests', () => {
    expect(versionProblems(root)).toEqual([]);
  });

  it('has a section in the changelog, newest first', () => {
    const versions = [...read('CHANGELOG.md').matchAll(/^## \[(\d\S+)\]/gm)].map(([, one]) => one);
    expect(versions[0]).toBe(version);
    expect(versions).toEqual(semver.rsort([...versions]));
  });

  it('is bumped only in files and packages of this repository', () => {
    const next = semver.inc(version, 'major');
    const texts = bumpVersion(root, next);
    expect(Object.keys(texts)).toHaveLength(9);
    for (const [path, text] of Object.entries(texts)) {
      const changed = changedLines(read(path), text);
      if (path.endsWith('released.json')) expect(changed).toEqual([]);
      else expect(changed.length, path).toBeGreaterThan(0);
      const foreign = changed.filter((line) => !/"version": |"@naru\/|naru:|newTag: /.test(line));
      expect(foreign, path).toEqual([]);
    }
    const bumped = JSON.parse(texts['package-lock.json']).packages;
    const ofRegistry = Object.keys(lock.packages).filter((path) => path.includes('node_modules/'));
    expect(ofRegistry.length).toBeGreaterThan(500);
    for (const path of ofRegistry) expect(bumped[path]).toEqual(lock.packages[path]);
    expect(bumped['packages/demo']).toMatchObject({
      version: next,
      dependencies: { '@naru/contract': next, '@naru/server': next },
    });
  });
});

describe('the lock file [OPS-195]', () => {
  it('has a version of each package that those accept which need it', () => {
    expect(lockProblems(lock)).toEqual([]);
  });

  it('is refused with the version of this repository at a package that happens to be named beside it', () => {
    const path = 'apps/server/node_modules/lru-cache';
    const entry = { ...lock.packages[path], version };
    expect(lockProblems({ packages: { ...lock.packages, [path]: entry } })).toEqual([
      `apps/server needs lru-cache@11.5.2, and ${path} is ${version}`,
    ]);
  });
});

describe('release notes', () => {
  const notes = readdirSync(join(root, 'docs/releases')).filter((name) => /^\d/.test(name));

  it.each(notes)('%s fits on two pages and is for a released version', (name) => {
    const text = read(`docs/releases/${name}`);
    expect(text.split('\n').length).toBeLessThanOrEqual(100);
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(read('CHANGELOG.md')).toContain(`## [${name.replace('.md', '')}]`);
  });

  it('exist for every version since 0.3 that adds something', () => {
    const versions = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.0)\]/gm)];
    const wanted = versions.map(([, one]) => one).filter((one) => semver.gte(one, '0.3.0'));
    expect(wanted.filter((one) => !notes.includes(`${one}.md`))).toEqual([]);
  });
});
