import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';

const folder = join(root, 'apps/server/migrations');
const read = (name) => readFileSync(join(folder, name), 'utf8');
const releases = JSON.parse(read('released.json'));
const released = Object.values(releases).flatMap((tags) => Object.entries(tags));

it.each(released)('the released migration %s is unchanged', (tag, sha256) => {
  expect(
    createHash('sha256')
      .update(read(`${tag}.sql`))
      .digest('hex'),
  ).toBe(sha256);
});

it('each migration belongs to one release, in the order of the journal [OPS-195]', () => {
  const { entries } = JSON.parse(read('meta/_journal.json'));
  const missing = entries.filter(({ tag }) => !released.some(([name]) => name === tag));
  // `npm run release -- <version>` adds them.
  expect(missing.map(({ tag }) => tag)).toEqual([]);
  expect(released.map(([tag]) => tag)).toEqual(entries.map(({ tag }) => tag));
  const versions = Object.keys(releases);
  expect(versions).toEqual(semver.sort([...versions]));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(versions.filter((one) => semver.gt(one, version))).toEqual([]);
});
